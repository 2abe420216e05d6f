import type { EstimatorId, Prediction, Recommendation } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { type CapsReason, words } from '@steelyard/words'
import { z } from 'zod'
import { presentPrediction } from '../analyses/present/present-prediction.ts'
import type { Prisma } from '../db.ts'
import { checked, versionOf } from '../json-column.ts'
import { predictionSeconds, targetMs } from '../milliseconds.ts'
import { StoredPrediction } from '../stored-outcome.ts'
import type { PlanWish } from './plan-content.ts'

const DomainFound = z.object({
  domain: z.string(),
  weightBefore: z.number(),
  predictedBefore: StoredPrediction,
  predictedAfter: StoredPrediction,
  targetSeconds: z.number().nullable(),
  meetsTarget: z.boolean().nullable(),
})

const Advice = z.object({
  by: z.string(),
  targetWindowSeconds: z.number().nullable(),
  grade: contract.EvidenceGrade.nullable(),
  /** What each model says of the change. */
  checks: z.array(
    z.object({
      model: z.string(),
      gain: z.number(),
      uncertainty: z.number(),
      passes: z.boolean(),
      objects: z.boolean(),
    }),
  ),
  found: z.union([
    z.object({
      /** Median error of the predictor on the recording. */
      error: z.number().nullable(),
      /** What was solved, where it is not proven that nothing is better. */
      unproven: z.looseObject({}).nullable(),
      /** By a formula, because the simulation has not played these weights. */
      isProvisional: z.boolean().optional(),
    }),
    /** Of an analysis that stored its words and nothing else. */
    z.object({ statement: z.string(), notes: z.array(z.string()) }),
  ]),
})

/**
 * The content of `Plan.wanted` since version 2: the wish, and what the analysis behind it found, in
 * seconds and codes. Words are made of it when it is read.
 */
const Wish = z.object({
  version: z.literal(2),
  weights: z.array(
    z.object({ domain: z.string(), weight: z.number().optional(), cap: z.number().optional() }),
  ),
  pins: z.array(
    z.object({ domain: z.string(), pCpus: z.union([z.array(z.number()), z.literal('all')]) }),
  ),
  realTimePool: contract.WantedPool.optional(),
  /** The source of values set by hand, in the words of their sender. */
  origin: z.string().optional(),
  /** The loop answers a missed target with it. */
  isRelief: z.boolean().optional(),
  /** The caps monitor sets it: who is at work, and whose least cap is above what they leave. */
  caps: z
    .object({
      active: z.array(z.string()),
      beyond: z.array(
        z.object({ domain: z.string(), leftPercent: z.number(), capPercent: z.number() }),
      ),
    })
    .optional(),
  /** It puts back the weights of this moment. */
  restoredEpochSeconds: z.number().optional(),
  lifetimeSeconds: z.number().optional(),
  statistic: contract.Statistic.optional(),
  /** The row of the options of the analysis that has these weights, by its names. */
  option: z.array(contract.OptionName).optional(),
  /** They were asked for in place of the recommended ones. */
  isOwn: z.boolean().optional(),
  /** Of the recording; left out where nothing says it. */
  domain0Weight: z.number().optional(),
  /** Empty for values set by hand. */
  domains: z.array(DomainFound),
  advice: Advice.optional(),
})

type StoredWish = z.infer<typeof Wish>
export type NewWish = Omit<StoredWish, 'version'>

export function packWish(wish: NewWish): Prisma.InputJsonObject {
  return { version: 2, ...wish } as Prisma.InputJsonObject
}

/**
 * The wish of a plan in milliseconds and words. What version 1 stored has them already.
 * @throws AppError `plan-unreadable`
 */
export function wishOf(plan: { wanted: unknown }): PlanWish {
  const wish = storedWish(plan)
  return 'version' in wish ? presentWish(wish) : wish
}

/**
 * What was foretold of each domain under the new weights.
 * @throws AppError `plan-unreadable`
 */
export function foretoldOf(plan: { wanted: unknown }): ReadonlyMap<string, Prediction | null> {
  const wish = storedWish(plan)
  return new Map(
    'version' in wish
      ? wish.domains.map(({ domain, predictedAfter }) => [domain, predictedAfter])
      : wish.predicted.map(({ domain, after }) => [domain, predictionSeconds(after)]),
  )
}

/** Why the caps monitor wanted a plan; in words where an earlier version made it. */
export function capsReasonOf(plan: { wanted: unknown }): CapsReason | { said: string } {
  const wish = storedWish(plan)
  return 'version' in wish && wish.caps ? wish.caps : { said: wish.origin ?? '' }
}

/** Whether the caps monitor wanted a plan, which changes caps as the load comes and goes. */
export function followsLoad(plan: { wanted: unknown }): boolean {
  const wish = storedWish(plan)
  return 'version' in wish && wish.caps !== undefined
}

function storedWish({ wanted }: { wanted: unknown }): StoredWish | PlanWish {
  const version = versionOf(wanted)
  if (version === undefined) return wanted as PlanWish
  const message = `What is stored of this plan cannot be read (form ${String(version)}). Make a new plan.`
  return checked(Wish, wanted, { code: 'plan-unreadable', message })
}

function presentWish({
  domains,
  advice,
  isRelief,
  caps,
  restoredEpochSeconds: restored,
  version: _,
  ...wish
}: StoredWish): PlanWish {
  return {
    ...wish,
    ...(isRelief ? { origin: words.plans.reliefOrigin } : {}),
    ...(caps ? { origin: words.loop.capsOrigin(caps) } : {}),
    ...(restored === undefined ? {} : { origin: words.plans.restored(restored) }),
    analysed: domains.map(({ domain, weightBefore }) => ({ domain, weight: weightBefore })),
    predicted: domains.map((each) => ({
      domain: each.domain,
      before: presentPrediction(each.predictedBefore),
      after: presentPrediction(each.predictedAfter),
      targetMs: targetMs(each.targetSeconds),
      meetsTarget: each.meetsTarget,
    })),
    ...(advice ? presentAdvice(advice) : { notes: [] }),
  }
}

function presentAdvice({ by, targetWindowSeconds, grade, checks, found }: z.infer<typeof Advice>) {
  const known = { predictor: by, targetWindowSeconds, grade }
  const others = words.plans.others(by, checks)
  if ('statement' in found) {
    return { ...known, statement: [found.statement, ...others].join(' '), notes: found.notes }
  }
  const { error, unproven, isProvisional } = found
  const provisional = isProvisional ? [words.plans.provisional] : []
  return {
    ...known,
    statement: [words.analyses.predictor(by as EstimatorId, error), ...provisional, ...others].join(
      ' ',
    ),
    notes: unproven ? [words.analyses.proof(unproven as unknown as Recommendation)] : [],
  }
}
