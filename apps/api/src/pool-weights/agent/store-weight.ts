import type { WeightPlanState } from '@steelyard/contract'
import type { StoredWeightChange, WeightPlanEnd } from '@steelyard/words'
import { LEVERS, type StoredWeight, sameValue, type WeightStore } from '@steelyard/xen'
import { AppError, toTrouble } from '../../errors.ts'
import { hostTrouble } from '../../hosts/connection/host-trouble.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { requireOwnJob } from '../../jobs/hold-own-job.ts'
import { PoolWeights } from '../../pools/agent/pool-weights.ts'
import { readPoolAfter } from '../../pools/agent/read-pool.ts'
import { storeWeightKind } from '../pool-weights.kind.ts'
import { WEIGHT_PLAN_VERSION, weightChange } from '../stored-weight-plan.ts'
import { loadWeightPlan, NEVER_BEGUN, type WeightPlanRow } from '../weight-plan-row.ts'
import { settleWeight } from './settle-weight.ts'

type Context = JobContext<{ planId: string }>

/**
 * Agent: reads what XAPI stores of a guest, stores what was planned, or gives back what stood there.
 * That it may have begun is stored before, so whoever takes over from a killed agent looks first.
 * Where XAPI does not answer meanwhile, the plan stays as it is until it does.
 */
export const storeWeight = handleJob(storeWeightKind, async (job) => {
  const plan = await loadWeightPlan(job.deps.db, job.payload.planId)
  if (!(plan.state in NEVER_BEGUN)) return { state: plan.state }
  job.progress({ stage: 'Asking XAPI' })
  const store = new PoolWeights(job.deps, plan.poolId)
  try {
    if (plan.state === 'checking') return { state: await check(job, plan, store) }
    const { end, refused } = await carryOut(job, plan, store)
    const state = await settle(job, plan, end, refused)
    await readPoolAfter('a weight was stored', job, plan.poolId)
    return { state }
  } catch (error) {
    const trouble = hostTrouble(error)
    if (trouble instanceof AppError) await noteTrouble(job, plan, trouble)
    throw trouble
  } finally {
    await store.close()
  }
})

async function check(
  job: Context,
  plan: WeightPlanRow,
  store: PoolWeights,
): Promise<WeightPlanState> {
  const before = await store.read(plan.guestUuid)
  if (!before) return settle(job, plan, { code: 'guest-unknown' })
  const after = {
    weight: String(plan.weight),
    cap: plan.cap === null ? before.cap : String(plan.cap),
  }
  const change = weightChange.write({ version: WEIGHT_PLAN_VERSION, before, after })
  const mayStart = await whyNot(plan, store, { before, after })
  return job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    const data = { change, plannedAt: new Date() }
    await tx.weightPlan.update({ where: { id: plan.id }, data })
    if (mayStart) return settleWeight(tx, plan, mayStart)
    await tx.weightPlan.update({ where: { id: plan.id }, data: { state: 'planned' } })
    return 'planned'
  })
}

async function whyNot(
  { guestUuid }: WeightPlanRow,
  store: PoolWeights,
  { before, after }: StoredWeightChange,
): Promise<WeightPlanEnd | null> {
  if (sameValue(before, after)) return { code: 'stored-already' }
  return (await store.mayWrite(guestUuid)) ? null : { code: 'read-only' }
}

/** How it ended by what XAPI stores afterwards, and what XAPI said where it refused. */
async function carryOut(
  { deps, signal }: Context,
  plan: WeightPlanRow,
  store: WeightStore,
): Promise<{ end: WeightPlanEnd; refused?: unknown }> {
  const uuid = plan.guestUuid
  const change = weightChange.read(plan.change)
  const { before, after } = change
  const [from, to] = plan.state === 'storing' ? [before, after] : [after, before]
  let refused: unknown
  if (plan.begunAt === null) {
    const found = await store.read(uuid)
    if (!found) return { end: { code: 'guest-unknown' } }
    if (!sameValue(found, from)) return { end: { code: 'overruled', found } }
    // Whoever was cancelled in time, or taken for dead, begins nothing.
    signal.throwIfAborted()
    await deps.db.weightPlan.update({ where: { id: plan.id }, data: { begunAt: new Date() } })
    await store.write(uuid, to).catch((error) => {
      refused = error
    })
  }
  return { end: await found(uuid, plan, change, store), refused }
}

/** What XAPI stores now. What was left half done goes back to what stood there before. */
async function found(
  uuid: string,
  { state }: WeightPlanRow,
  { before, after }: StoredWeightChange,
  store: WeightStore,
): Promise<WeightPlanEnd> {
  const isOneOf = (stored: StoredWeight) => sameValue(stored, before) || sameValue(stored, after)
  let stored = await store.read(uuid)
  if (stored && !isOneOf(stored) && couldBeOurs(stored, { before, after })) {
    await store.write(uuid, before)
    stored = await store.read(uuid)
  }
  if (!stored) return { code: 'guest-unknown' }
  if (!isOneOf(stored)) return { code: 'overruled', found: stored }
  if (sameValue(stored, after)) return { code: state === 'storing' ? 'stored' : 'not-restored' }
  return { code: state === 'storing' ? 'not-stored' : 'restored' }
}

function couldBeOurs(stored: StoredWeight, { before, after }: StoredWeightChange): boolean {
  const change = { before: { stored: before }, after: { stored: after } }
  return LEVERS['stored-weight'].couldBeOurs({ stored }, change)
}

async function settle(
  job: Context,
  plan: WeightPlanRow,
  end: WeightPlanEnd,
  refused?: unknown,
): Promise<WeightPlanState> {
  const trouble = refused ? toTrouble(hostTrouble(refused)) : null
  return job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    return settleWeight(tx, plan, end, trouble)
  })
}

/** What never began is left as it was before; what began is not known until XAPI answers. */
async function noteTrouble(job: Context, { id, state }: WeightPlanRow, trouble: AppError) {
  const problem = toTrouble(trouble)
  await job.deps.db.$transaction(async (tx) => {
    await requireOwnJob(tx, job)
    const { begunAt } = await loadWeightPlan(tx, id)
    const left = begunAt === null ? { state: NEVER_BEGUN[state as WeightPlanState] } : {}
    await tx.weightPlan.update({ where: { id }, data: { problem, ...left } })
  })
}
