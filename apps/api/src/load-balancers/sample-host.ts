import { adviceAt, adviseThreads, type OwnReport } from '@steelyard/model'
import { type CpuSample, sampleCpu } from '@steelyard/xen'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError, toTrouble, unprocessable } from '../errors.ts'
import { hostTrouble } from '../hosts/connection/host-trouble.ts'
import { findEnrolledHost } from '../hosts/connection/open-host-shell.ts'
import { withHostShell } from '../hosts/connection/with-host-shell.ts'
import { isStale } from './advice-of.ts'
import { freshReport } from './fresh-report.ts'
import {
  findLoadBalancer,
  fitOf,
  type LoadBalancerRow,
  type StoredReading,
} from './load-balancer-row.ts'

/** The share of the sampling interval that each sample observes. */
const WINDOW_SHARE = 0.5

/** Agent: reads how idle a host is and updates the advice by this one reading. */
export async function sampleHost(deps: Deps, hostId: string, signal: AbortSignal): Promise<void> {
  try {
    const sample = await readSample(deps, hostId, signal)
    await storeSample(deps, hostId, sample)
  } catch (error) {
    if (signal.aborted) return
    const trouble = hostTrouble(error)
    const level = trouble instanceof AppError ? 'info' : 'error'
    deps.log[level]({ err: error, hostId }, 'a host could not be sampled')
    await deps.db.loadBalancer.updateMany({
      where: { hostId },
      data: { problem: toTrouble(trouble) },
    })
  }
}

async function readSample(deps: Deps, hostId: string, signal: AbortSignal): Promise<CpuSample> {
  const windowSeconds = deps.config.sampleSeconds * WINDOW_SHARE
  return withHostShell(deps, await findEnrolledHost(deps, hostId), signal, (shell) =>
    sampleCpu(shell, windowSeconds, signal),
  )
}

/** @throws AppError `domain-not-running` */
async function storeSample({ db, config }: Deps, hostId: string, sample: CpuSample) {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "LoadBalancer" WHERE "hostId" = ${hostId}::uuid FOR UPDATE`
    const row = await findLoadBalancer(tx, hostId)
    if (!row) return
    const now = new Date()
    const { vCpus, ...seen } = readingFor(row.domain, sample)
    const reading = { ...seen, report: ownReport(row, now) }
    const limits = { vCpus, kneeProcesses: fitOf(row.points)?.kneeProcesses ?? null }
    const { state, reason } = adviseThreads(stateBefore(row, now, config), reading, limits)
    await tx.loadBalancer.update({
      where: { hostId },
      data: {
        sampledAt: now,
        reading: reading as unknown as Prisma.InputJsonObject,
        advice: { state, reason, limits } as unknown as Prisma.InputJsonObject,
        problem: Prisma.DbNull,
      },
    })
  })
}

/**
 * After a pause the load balancer still runs the last advised threads, but no sequence of readings
 * continues across the pause.
 */
function stateBefore({ advice, sampledAt }: LoadBalancerRow, now: Date, config: Deps['config']) {
  if (!advice || !sampledAt) return adviceAt(1)
  return isStale(sampledAt, now, config) ? adviceAt(advice.state.threads) : advice.state
}

function ownReport(row: LoadBalancerRow, now: Date): OwnReport | null {
  const report = freshReport(row, now)
  return (
    report && { busyShare: (100 - report.idlePercent) / 100, queuedRequests: report.queuedRequests }
  )
}

function readingFor(
  domain: string,
  { seconds, domains, cpupools }: CpuSample,
): Omit<StoredReading, 'report'> & { vCpus: number } {
  const own = domains.find(({ name }) => name === domain)
  const pool = cpupools.find(({ name }) => name === own?.cpupool)
  if (!own || !pool) {
    throw unprocessable('domain-not-running', `${domain} does not run on this host.`)
  }
  return {
    vCpus: own.onlineVCpus,
    seconds,
    pCpus: pool.pCpus,
    idlePCpus: pool.idlePCpus,
    ownPCpus: own.usedPCpus,
    runnableVCpus: pool.runnableVCpus,
  }
}
