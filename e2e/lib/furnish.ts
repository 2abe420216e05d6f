import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnalysisSummary,
  addApprovalRule,
  createHost,
  discoverHost,
  type Grant,
  getAnalysis,
  invitePerson,
  type LabQuestion,
  listAnalyses,
  listUploads,
  setDomainTargets,
  setLoadBalancer,
  setWatch,
  startRun,
  updatePerson,
} from '@steelyard/contract'
import type { PoolDouble } from '@steelyard/xapi/testing'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { type Api, apiOf, finished } from './api.ts'
import { furnishLoop, type LoopFurniture } from './furnish-loop.ts'
import { apply, connect, followLog, offerLog, plan, probe, record } from './host-actions.ts'
import { personWith } from './people.ts'
import { offerPool, readOffered } from './pool.ts'
import type { XenDouble } from './xen-double.ts'

const POLL_MS = 500

/** Ids of the contents of a furnished installation. */
export type Furniture = {
  hostId: string
  /** A second host whose key has not been confirmed yet. */
  strangerId: string
  /** A recorded host that has drifted and has a guest's log to confirm. */
  driftedId: string
  /** A host that is watched, with targets and a log of vm1. */
  watchedId: string
  /** The analysis that recommends other weights, followed by its upload. */
  analysisId: string
  uploadId: string
  /** The sample that was traced. */
  tracedUploadId: string
  /** Two plans of the same weights: one ready to be applied, one applied and verified. */
  openPlanId: string
  appliedPlanId: string
  /** A plan of somebody else that waits for a second person. */
  waitingPlanId: string
  /** A pool that was read, and one whose certificate waits to be compared. */
  poolId: string
  offeredPoolId: string
} & LoopFurniture

/** What stands in for the machines of a furnished installation. */
export type Doubles = { host: XenDouble; pool: PoolDouble }

/**
 * Creates content for every page: the analysed sample, its host connected to the double, and plans.
 * @param replications number of replications in the lab runs; more are slower but more precise
 */
export async function furnish(
  api: Api,
  product: Product,
  { host, pool }: Doubles,
  replications: number,
): Promise<Furniture> {
  // It is watched while everything else is made, so that its pages have something to show.
  const watchedId = await watch(api, host)
  const analyses = await finishedSamples(api)
  const { id: analysisId, hostId } = analyses.find(({ verdict }) => verdict === 'misses')!
  const { uploads } = await api(getAnalysis, { params: { id: analysisId } })
  const { id: driftedId } = await api(createHost, { body: { name: 'xen3' } })
  await connect(api, driftedId, host)
  await record(api, driftedId)
  await offerLog(api, driftedId, host)
  const weights = [{ domain: 'vm1', weight: 512 }]
  await apply(api, await plan(api, { hostId: driftedId, weights }))
  await host.happen({ what: 'setWeight', name: 'vm1', weight: 256 })
  const reading = await api(discoverHost, { params: { id: driftedId } })
  await finished(api, reading.job)
  await connect(api, hostId, host)
  await balance(api, hostId)
  const poolId = await offerPool(api, 'rack 7', pool)
  await readOffered(api, poolId, pool)
  const { id: strangerId } = await api(createHost, { body: { name: 'xen2' } })
  await probe(api, strangerId, host)
  await askTwin(api, analysisId)
  await askLab(api, replications)
  await invite(api)
  const open = await plan(api, { analysisId })
  const applied = await plan(api, { analysisId })
  await apply(api, applied)
  const plans = { openPlanId: open.id, appliedPlanId: applied.id }
  return {
    ...plans,
    ...(await furnishLoop(api, product, { hostId, ...plans })),
    hostId,
    strangerId,
    poolId,
    offeredPoolId: await offerPool(api, 'rack 8', pool),
    driftedId,
    watchedId,
    analysisId,
    uploadId: uploads[0]!.id,
    tracedUploadId: await tracedSample(api),
    waitingPlanId: await propose(api, product, host),
  }
}

async function tracedSample(api: Api): Promise<string> {
  const { data } = await api(listUploads)
  return data.find(({ name }) => name === 'Sample: 20 s traced')!.id
}

async function watch(api: Api, host: XenDouble): Promise<string> {
  const { id } = await api(createHost, { body: { name: 'xen5' } })
  const params = { id }
  await connect(api, id, host)
  const targets = [{ domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null }]
  await api(setDomainTargets, { params, body: { targets } })
  await followLog(api, id, host)
  await api(setWatch, { params, body: {} })
  return id
}

/** One person who may do everything on some hosts, and one who has left. */
async function invite(api: Api): Promise<void> {
  const web: Grant[] = [
    { role: 'operator', tag: 'web-*' },
    { role: 'viewer', tag: null },
  ]
  await api(invitePerson, { body: { name: 'Grace', email: 'grace@xen.example.org', grants: web } })
  const { person } = await api(invitePerson, {
    body: { name: 'Edsger', email: 'edsger@xen.example.org', grants: [{ role: 'approver' }] },
  })
  await api(updatePerson, { params: { id: person.id }, body: { active: false } })
}

/** What an operator planned on a host where a rule demands a second person. */
async function propose(api: Api, product: Product, host: XenDouble): Promise<string> {
  const tag = 'prod'
  await api(addApprovalRule, { body: { tag } })
  const { id: hostId } = await api(createHost, { body: { name: 'xen4', tags: [tag] } })
  await connect(api, hostId, host)
  const operator = apiOf(
    product,
    await personWith(api, product, 'Grete', [{ role: 'operator', tag }]),
  )
  const weights = [{ domain: 'vm1', weight: 448 }]
  const { id } = await plan(operator, { hostId, weights })
  return id
}

/** A load balancer with more measured points than the curve needs. */
async function balance(api: Api, id: string): Promise<void> {
  const throughputs = { 1: 4_100, 2: 7_300, 3: 9_400, 4: 10_300, 6: 10_900, 8: 10_500 }
  const points = Object.entries(throughputs).map(([processes, throughputPerSecond]) => ({
    processes: Number(processes),
    throughputPerSecond,
  }))
  await api(setLoadBalancer, { params: { id }, body: { domain: 'vm1', points } })
}

/** One twin run that doubles the weight of vm1. */
async function askTwin(api: Api, id: string): Promise<void> {
  const whatIf = { domains: [{ domain: 'vm1', weight: 512 }] }
  const question = { kind: 'what-if' as const, analysisId: id, whatIf }
  const { job } = await api(startRun, { body: { question } })
  await finished(api, job)
}

/** The experiments of papers 1 and 3. */
async function askLab(api: Api, replications: number): Promise<void> {
  const task = { periodMs: 100, executionMs: 70 }
  const questions: LabQuestion[] = [
    {
      kind: 'boost',
      host: { preset: 'paper1' },
      creditLine: 1000,
      repaymentShare: 0.2,
      sweep: true,
    },
    {
      kind: 'real-time',
      pCpus: 2,
      share: 'equal',
      allowancePercent: 10,
      unitMs: 60,
      realTime: ['rt1', 'rt2'].map((name) => ({ name, ...task })),
      others: ['vm1', 'vm2', 'vm3', 'vm4'].map((name) => ({ name, weight: 256 })),
    },
  ]
  for (const question of questions) await playInLab(api, question, replications)
}

export async function playInLab(
  api: Api,
  question: LabQuestion,
  replications: number,
): Promise<void> {
  const { job } = await api(startRun, { body: { question, replications } })
  await finished(api, job)
}

/** Waits until the product has imported and analysed both recordings that it ships. */
export async function finishedSamples(api: Api): Promise<AnalysisSummary[]> {
  for (;;) {
    const { data } = await api(listAnalyses)
    if (data.length === 2 && data.every(({ state }) => state === 'succeeded')) return data
    await sleep(POLL_MS)
  }
}
