import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnalysisSummary,
  applyPlan,
  confirmHostKey,
  connectHost,
  createHost,
  createPlan,
  getAnalysis,
  getHost,
  getPlan,
  listAnalyses,
  type Plan,
} from '@steelyard/contract'
import { administrator } from './administrator.ts'
import { type Api, finished } from './api.ts'
import type { XenDouble } from './xen-double.ts'

const POLL_MS = 500

/** Ids of what a furnished installation holds. */
export type Furniture = {
  hostId: string
  /** Another host, whose key waits to be compared. */
  strangerId: string
  /** The analysis that asks for other weights, and its upload. */
  analysisId: string
  uploadId: string
  /** Plans of the same weights: one ready to be applied, one applied and verified. */
  openPlanId: string
  appliedPlanId: string
}

/** Something for every page: the sample analysed, its host connected to the double, plans. */
export async function furnish(api: Api, host: XenDouble): Promise<Furniture> {
  const analyses = await sampleAnalyses(api)
  const { id: analysisId, hostId } = analyses.find(({ verdict }) => verdict === 'reweight')!
  const { uploads } = await api(getAnalysis, { params: { id: analysisId } })
  await connect(api, hostId, host)
  const { id: strangerId } = await api(createHost, { body: { name: 'xen2' } })
  await probe(api, strangerId, host)
  const open = await plan(api, analysisId)
  const applied = await plan(api, analysisId)
  const { job } = await api(applyPlan, {
    params: { id: applied.id },
    body: { hash: applied.hash!, password: administrator.password },
  })
  await finished(api, job)
  return {
    hostId,
    strangerId,
    analysisId,
    uploadId: uploads[0]!.id,
    openPlanId: open.id,
    appliedPlanId: applied.id,
  }
}

/** Waits until the product has imported and analysed both recordings that it ships. */
async function sampleAnalyses(api: Api): Promise<AnalysisSummary[]> {
  for (;;) {
    const { data } = await api(listAnalyses)
    if (data.length === 2 && data.every(({ state }) => state === 'succeeded')) return data
    await sleep(POLL_MS)
  }
}

async function connect(api: Api, hostId: string, host: XenDouble): Promise<void> {
  const params = { id: hostId }
  await probe(api, hostId, host)
  const { connection } = await api(getHost, { params })
  await host.authorise(connection.authorizedKeysLine!)
  const body = { fingerprint: connection.offeredFingerprint! }
  const reading = await api(confirmHostKey, { params, body })
  await finished(api, reading.job)
}

/** Fetches the host's key, and stops where a person has to compare it. */
async function probe(api: Api, hostId: string, host: XenDouble): Promise<void> {
  const { address, port, username } = host
  const body = { address, port, username }
  const { job } = await api(connectHost, { params: { id: hostId }, body })
  await finished(api, job)
}

async function plan(api: Api, analysisId: string): Promise<Plan> {
  const { plan, job } = await api(createPlan, { body: { analysisId } })
  await finished(api, job)
  return api(getPlan, { params: { id: plan.id } })
}
