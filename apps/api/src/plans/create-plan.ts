import type { WantedValues, WantedWeight } from '@steelyard/contract'
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
import { wishOfWeights } from './wish-of-weights.ts'

/** From an analysis, set by hand, or as the loop worked it out. */
export type NewPlan =
  | { analysisId: string; weights?: readonly WantedWeight[] }
  | WantedValues
  | { hostId: string; wish: NewWish }

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
  input: NewPlan,
): Promise<{ plan: PlanRow; job: JobModel }> {
  return deps.db.$transaction((tx) => createPlanIn(tx, deps, actor, input))
}

/** Does the same in the caller's transaction. */
export async function createPlanIn(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  input: NewPlan,
  options: PlanOptions = {},
): Promise<{ plan: PlanRow; job: JobModel }> {
  const { hostId, wish, analysisId } = await wishOf(tx, deps, input)
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

async function wishOf(tx: Tx, deps: Deps, input: NewPlan) {
  if ('analysisId' in input) {
    const { analysisId, weights } = input
    refuseTwice('weights', weights ?? [])
    const wish = weights
      ? await wishOfWeights(tx, deps.db, { analysisId, weights })
      : await wishOfAnalysis(tx, analysisId)
    return { ...wish, analysisId }
  }
  if ('wish' in input) return { ...input, analysisId: null }
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
