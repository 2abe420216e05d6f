import { exampleBasis, exampleLoad } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import type { Prisma } from '../../db.ts'
import { dateOf, epochSecondsOf, nowSeconds } from '../../epoch.ts'
import { expectStatus, type HostClient } from '../../hosts/testing/host-client.ts'
import { type Caller, PASSWORD } from '../../testing/test-api.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { takeInMinutes } from '../hotspots/take-in-minutes.ts'
import { stepHost } from '../step/step-host.ts'
import { type Behaviour, storeMinutes } from './store-minutes.ts'

/** A watched host of its own, on which vm1 has a target, and what a test does with it. */
export interface LoopHost {
  id: string
  double: XenHostDouble
  setPolicy(settings: object): Promise<void>
  giveGrant(call?: Caller, more?: object): Promise<void>
  /** Stores minutes up to now in which vm1 takes so long, and has the trigger look at them. */
  observe(responseSeconds: number, minutes?: number): Promise<void>
  /** Stores the minutes that follow, enough to judge an outcome, and says when they are over. */
  observeAfter(responseSeconds: number): Promise<Date>
  /** Does what `observe` does with all that several domains do. */
  observeLoad(load: Record<string, Behaviour>, minutes?: number): Promise<void>
  /** Stores so many minutes more, beginning with the newest one now, and steps take place after them. */
  observeLoadAfter(load: Record<string, Behaviour>, minutes: number): Promise<void>
  /** Lets the loop take steps until it has nothing more to do at once. */
  settle(now?: Date): Promise<void>
  step(now?: Date): Promise<void>
  /** Waits for the jobs that steps have started. */
  ended(): Promise<void>
  /** Puts a finished analysis in the place of one that would take a minute. */
  analysed(weights: Record<string, number>, gain?: number): Promise<string>
  /** The newest recommendation. */
  newest(): Promise<contract.HostRecommendation>
  decide(decision: 'approved' | 'rejected', call?: Caller): Promise<contract.HostRecommendation>
  /** Newest first. */
  journal(): Promise<string[]>
}

const TARGET_MS = 100

export async function startLoopHost(client: HostClient): Promise<LoopHost> {
  const { deps } = client.api
  const double = await client.startDouble()
  const { id } = await client.enrol(double)
  await deps.db.watch.create({ data: { hostId: id, state: 'watching' } })
  await client.call(contract.setDomainTargets, {
    params: { id },
    body: { targets: [{ domain: 'vm1', responseTimeMs: TARGET_MS, throughputPerSecond: null }] },
  })
  const newest = async (): Promise<contract.HostRecommendation> => {
    const { body } = await client.call(contract.listRecommendations, { query: { hostId: id } })
    return body.data[0]
  }
  // Steps take place when the last minute is over, however slow the machine is.
  let clock: Date | undefined
  const step = (now = clock) => stepHost(deps, id, now)
  const observeLoad = async (load: Record<string, Behaviour>, minutes = 10) => {
    const end = Math.floor(Date.now() / 60_000) * 60
    await storeMinutes(deps.db, id, end - minutes * 60, minutes, load)
    clock = dateOf(end)
    await takeInMinutes(deps, id)
  }
  return {
    id,
    double,
    newest,
    step,
    ended: () => endedJobs(client, id),
    async setPolicy(settings) {
      expectStatus(
        await client.call(contract.setHostPolicy, { params: { id }, body: settings }),
        200,
      )
    },
    async giveGrant(call = client.call, more = {}) {
      const expiresAt = new Date(Date.now() + 3600_000).toISOString()
      const body = { password: PASSWORD, expiresAt, ...more }
      expectStatus(await call(contract.givePolicyGrant, { params: { id }, body }), 201)
    },
    observe: (responseSeconds, minutes) =>
      observeLoad({ vm1: { perSecond: 2, responseSeconds } }, minutes),
    observeLoad,
    async observeLoadAfter(load, minutes) {
      const { storedTo } = await deps.db.watch.findUniqueOrThrow({ where: { hostId: id } })
      const from = epochSecondsOf(storedTo!)
      await storeMinutes(deps.db, id, from, minutes, load)
      clock = dateOf(from + minutes * 60)
      await takeInMinutes(deps, id, clock)
    },
    async observeAfter(responseSeconds) {
      const { storedTo } = await deps.db.watch.findUniqueOrThrow({ where: { hostId: id } })
      const from = epochSecondsOf(storedTo!)
      const minutes = 17 + Math.ceil((nowSeconds() - from) / 60)
      const domains = { vm1: { perSecond: 2, responseSeconds } }
      await storeMinutes(deps.db, id, from, minutes, domains)
      return dateOf(from + minutes * 60)
    },
    async settle(now) {
      for (let steps = 0; steps < 12; steps++) {
        await step(now)
        await endedJobs(client, id)
      }
    },
    async analysed(weights, gain = 0.2) {
      const recommendation = await analysedRow(client, id, weights, gain)
      return recommendation
    },
    async decide(decision, call = client.call) {
      const { id: recommendationId, planHash: hash } = await newest()
      const body = { hash, decision, password: PASSWORD }
      const params = { id: recommendationId }
      return expectStatus(await call(contract.decideRecommendation, { params, body }), 200)
    },
    async journal() {
      const { body } = await client.call(contract.listJournal, { query: { hostId: id } })
      return body.data.map(({ decision, text }: contract.JournalEntry) => `${decision}: ${text}`)
    },
  }
}

/** Waits for what steps have started: plans, applications and roll-backs. */
async function endedJobs({ api }: HostClient, hostId: string): Promise<void> {
  const jobs = await api.deps.db.job.findMany({
    where: {
      state: { in: ['queued', 'running'] },
      kind: { in: ['prepare-plan', 'apply-plan', 'roll-back-application', 'judge-outcome'] },
      OR: [{ plan: { hostId } }, { application: { hostId } }, { kind: 'judge-outcome' }],
    },
  })
  for (const { id } of jobs) await waitForJob(api.deps, id)
}

async function analysedRow(
  { api }: HostClient,
  hostId: string,
  after: Record<string, number>,
  gain: number,
): Promise<string> {
  const { db } = api.deps
  const domains = await db.domain.findMany({
    where: { hostId, name: { not: 'Domain-0' } },
    orderBy: { name: 'asc' },
  })
  const before = Object.fromEntries(domains.map(({ name, weight }) => [name, weight!]))
  const result = resultOf(before, { ...before, ...after }, gain)
  const analysis = await db.analysis.create({
    data: {
      name: 'x',
      hostId,
      options: {},
      grade: 'enough',
      ...knownOf(before),
      result: result as Prisma.InputJsonObject,
    },
  })
  const policy = await db.policy.findUniqueOrThrow({ where: { hostId } })
  const { mode, dryRun } = contract.PolicySettings.parse(policy.settings)
  const hotspot = await db.hotspot.findFirst({ where: { hostId, closedAt: null } })
  const { id } = await db.hostRecommendation.create({
    data: {
      hostId,
      hotspotId: hotspot?.id ?? null,
      state: 'analysing',
      mode,
      isDryRun: dryRun,
      reason: 'x',
      analysisId: analysis.id,
      expiresAt: new Date(Date.now() + 3600_000),
    },
  })
  return id
}

/** A busy host of one pCPU, of which a formula predicts. */
function knownOf(weights: Record<string, number>) {
  const known = exampleLoad(
    [
      { arrivalRatePerSecond: 2, serviceTimeSeconds: 0.02 },
      { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.015 },
      { arrivalRatePerSecond: 20, serviceTimeSeconds: 0.015 },
    ],
    { weights: { 'Domain-0': 256, ...weights } },
  )
  const basis = exampleBasis(known, { by: 'sdps', statistic: 'p95' })
  return {
    load: known as unknown as Prisma.InputJsonObject,
    predictorBasis: basis as unknown as Prisma.InputJsonObject,
    targets: { create: { position: 0, domain: 'vm1', responseTimeMs: TARGET_MS } },
  }
}

/** What of the result of an analysis the loop and its plans read. */
function resultOf(before: Record<string, number>, after: Record<string, number>, gain: number) {
  const sum = (weights: Record<string, number>) =>
    Object.values(weights).reduce((total, weight) => total + weight, 0)
  const predicted = (ms: number) => ({ ms, lowMs: ms * 0.8, highMs: ms * 1.2 })
  return {
    domains: Object.keys(before).map((domain) => ({
      domain,
      observedMs: 200,
      meetsTarget: domain === 'vm1' ? false : null,
    })),
    evidence: { grade: 'enough', lacks: [], remedy: null },
    predictor: { estimator: 'twin', quick: 'kingman', error: null, statement: 'x', dissent: null },
    targetWindowSeconds: null,
    recommendation: {
      advice: 'change',
      reason: 'x',
      status: 'optimal',
      statistic: 'p95',
      checks: [
        { estimator: 'twin', before: 1, after: 1 - gain, gain, uncertainty: 0.05, passes: true },
      ],
      proof: { statement: 'x' },
      domains: Object.keys(before).map((domain) => ({
        domain,
        weightBefore: before[domain],
        weightAfter: after[domain],
        shareBefore: before[domain]! / sum(before),
        shareAfter: after[domain]! / sum(after),
        predictedBefore: predicted(200),
        predictedAfter: predicted(80),
        targetMs: domain === 'vm1' ? TARGET_MS : null,
        meetsTarget: domain === 'vm1' ? true : null,
      })),
    },
  }
}
