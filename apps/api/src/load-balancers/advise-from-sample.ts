import type { Trouble } from '@steelyard/contract'
import { adviceAt, adviseThreads, type OwnReport } from '@steelyard/model'
import type { CpuSample } from '@steelyard/xen'
import { type Db, Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import { unprocessable } from '../errors.ts'
import { isStaleSample } from '../is-stale-sample.ts'
import { freshReport } from './fresh-report.ts'
import {
  findLoadBalancer,
  fitOf,
  type LoadBalancerRow,
  type StoredReading,
  storedAdvice,
  storedReading,
} from './load-balancer-row.ts'

/**
 * Updates the advice for the load balancer of a host, if it has one, by this one sample.
 * @throws AppError `domain-not-running`
 */
export async function adviseFromSample(
  { db, config }: Deps,
  hostId: string,
  sample: CpuSample,
): Promise<void> {
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
        reading: storedReading.write(reading),
        advice: storedAdvice.write({ state, reason, limits }),
        problem: Prisma.DbNull,
      },
    })
  })
}

export async function noteNoAdvice(db: Db, hostId: string, problem: Trouble): Promise<void> {
  await db.loadBalancer.updateMany({ where: { hostId }, data: { problem } })
}

/**
 * After a pause the load balancer still runs the last advised threads, but no sequence of readings
 * continues across the pause.
 */
function stateBefore({ advice, sampledAt }: LoadBalancerRow, now: Date, config: Deps['config']) {
  if (!advice || !sampledAt) return adviceAt(1)
  return isStaleSample(sampledAt, now, config) ? adviceAt(advice.state.threads) : advice.state
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
