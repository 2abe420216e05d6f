import type { WantedValues } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { invalid } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { loadHost } from '../hosts/host-row.ts'
import { preparePlanKind } from './plan-jobs.kind.ts'
import { loadPlan, type PlanRow } from './plan-row.ts'
import { type NewWish, packWish } from './stored-wish.ts'
import { wishOfAnalysis } from './wish-of-analysis.ts'
import { type OwnWeights, wishOfWeights } from './wish-of-weights.ts'

/** From an analysis, set by hand, or as it was worked out. */
export type NewPlan =
  | { analysisId: string }
  | WantedValues
  | { hostId: string; wish: NewWish; analysisId?: string }

interface PlanOptions {
  /** How long it may be applied, where that is not left to `prepare-plan.ts`. */
  lifetimeSeconds?: number
}

/**
 * Stores the wish and has the agent compare it with the current state of the host.
 * @throws AppError `host-not-found`, `analysis-not-found`, `analysis-unfinished`,
 *   `nothing-recommended`, `invalid` for a domain named twice
 */
export async function createPlan(
  deps: Deps,
  actor: Actor,
  input: NewPlan | OwnWeights,
): Promise<{ plan: PlanRow; job: JobModel }> {
  const wanted = isOwn(input) ? await wanting(deps, input) : input
  return deps.db.$transaction((tx) => createPlanIn(tx, deps, actor, wanted))
}

function isOwn(input: NewPlan | OwnWeights): input is OwnWeights {
  return 'analysisId' in input && 'weights' in input && input.weights !== undefined
}

/** Before the transaction, because a forecast takes its time. */
async function wanting(deps: Deps, { analysisId, weights }: OwnWeights): Promise<NewPlan> {
  refuseTwice('weights', weights)
  return { ...(await wishOfWeights(deps, { analysisId, weights })), analysisId }
}

/** Does the same in the caller's transaction. */
export async function createPlanIn(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  input: NewPlan,
  options: PlanOptions = {},
): Promise<{ plan: PlanRow; job: JobModel }> {
  const { hostId, wish, analysisId } = await wishOf(tx, input)
  const host = await loadHost(tx, hostId)
  const { id } = await tx.plan.create({
    data: {
      hostId,
      analysisId,
      wanted: packWish({ ...wish, ...options }),
      createdById: actor.principal.userId,
    },
  })
  const { id: jobId } = await deps.queue.enqueue(
    tx,
    preparePlanKind,
    { planId: id },
    { subject: { kind: 'plan', id }, createdById: actor.principal.userId },
  )
  await tx.plan.update({ where: { id }, data: { jobId } })
  await audit(tx, actor, {
    action: 'plan.create',
    target: { kind: 'plan', id, name: host.name },
    detail: {
      analysisId,
      weights: wish.weights,
      pins: wish.pins,
      realTimePool: wish.realTimePool ?? null,
    },
  })
  const plan = await loadPlan(tx, id)
  return { plan, job: plan.job! }
}

async function wishOf(tx: Tx, input: NewPlan) {
  if ('wish' in input) return { ...input, analysisId: input.analysisId ?? null }
  if ('analysisId' in input) {
    return { ...(await wishOfAnalysis(tx, input.analysisId)), analysisId: input.analysisId }
  }
  const { hostId, weights = [], pins = [], realTimePool, origin } = input
  refuseTwice('weights', weights)
  refuseTwice('pins', pins)
  refuseTwice('realTimePool.domains', realTimePool?.domains ?? [])
  const wish: NewWish = { weights, pins, realTimePool, origin, domains: [] }
  return { hostId, wish, analysisId: null }
}

function refuseTwice(field: string, wanted: readonly { domain: string }[]): void {
  const names = wanted.map(({ domain }) => domain)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice >= 0) throw invalid(`body.${field}.${twice}.domain`, 'is named twice')
}
