import type { EstimatorId, Objective, Recommendation, RecommendedDomain } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { valueFor } from '@steelyard/model'
import type { StepCost, WeightProblem } from '@steelyard/solver'
import { toMs } from '../../../milliseconds.ts'
import { estimatorName } from '../estimator-name.ts'
import { presentPrediction } from '../present-prediction.ts'
import { adviceWords } from './advice-words.ts'
import { inUnit, unitOf } from './objective-unit.ts'
import { payerWords } from './payer-words.ts'
import { presentCompanions } from './present-companions.ts'
import { proofStatement } from './proof-words.ts'
import { smallerChangeWords } from './smaller-change-words.ts'
import { warningWords } from './solution-words.ts'

export function presentRecommendation(
  recommendation: Recommendation,
  targets: readonly contract.SlaTarget[],
  predictor: EstimatorId,
  objectives: readonly Objective[],
): contract.Recommendation {
  const { problem, solution, by, objective, advice, checks } = recommendation
  const unit = unitOf(problem)
  // Where no weights keep every target, that is what was proven, also beside the least bad ones.
  const answer = recommendation.infeasible ?? solution
  const { proof } = answer
  return {
    advice: advice.change ? 'change' : 'leave',
    reason: adviceWords(recommendation),
    status: answer.status,
    objective,
    statistic: recommendation.statistic,
    estimator: predictor,
    chosenBy: by,
    anchored: problem.factors !== undefined,
    domains: recommendation.domains.map((domain) => presentDomain(domain, targets)),
    value: {
      before: inUnit(solution.objective.before, unit),
      after: advice.change ? inUnit(solution.objective.after, unit) : null,
      unit,
    },
    checks: checks.map(({ model, before, after, objects, ...rest }) => ({
      estimator: model,
      before: inUnit(before, unit)!,
      after: inUnit(after, unit)!,
      abstains: !rest.passes && !objects,
      ...rest,
    })),
    proof: {
      engine: proof.engine,
      statement: proofStatement(recommendation),
      bound: inUnit(proof.bound, unit),
      gap: proof.gap,
      solveSeconds: proof.solveSeconds,
    },
    companions: presentCompanions(problem, answer),
    conflicts: answer.conflicts,
    sensitivity: answer.sensitivity.flatMap(({ name, stepUp, stepDown }) => [
      ...stepOf(problem, name, 'more', stepUp),
      ...stepOf(problem, name, 'less', stepDown),
    ]),
    roundingError: solution.roundingError ?? 0,
    notes: [
      basisOf(recommendation),
      ...heldTargets(recommendation),
      ...payerWords(recommendation),
      ...smallerChangeWords(recommendation, objectives),
      ...solution.warnings.map(warningWords),
    ],
  }
}

function presentDomain(
  { domain, ...known }: RecommendedDomain,
  targets: readonly contract.SlaTarget[],
): contract.Recommendation['domains'][number] {
  return {
    domain,
    weightBefore: known.weightBefore,
    weightAfter: known.weightAfter,
    shareBefore: known.shareBefore,
    shareAfter: known.shareAfter,
    measuredMs: toMs(known.measuredSeconds),
    measuredBy: known.measuredBy,
    predictedBefore: presentPrediction(known.predictedBefore),
    predictedAfter: presentPrediction(known.predictedAfter),
    modelMs: toMs(known.modelSeconds),
    targetMs: targets.find((each) => each.domain === domain)?.responseTimeMs ?? null,
    meetsTarget: known.meetsTarget,
    softTargetMs: toMs(known.softTarget?.seconds ?? null),
    softTargetOrigin: known.softTarget?.origin ?? null,
    keepsSoftTarget: known.keepsSoftTarget,
    excluded: known.excluded,
  }
}

/**
 * States where the times were measured and how far to trust the formula, in which R_p ~ 1 / w_p at
 * any load (E0.8).
 */
function basisOf({ problem, by, domains }: Recommendation): string {
  const sides = new Set(domains.map(({ measuredBy }) => measuredBy))
  const side =
    sides.size === 1 && sides.has('access-log')
      ? 'Times of domains are those in the servers’ logs, from the request line to the last byte. They exclude what a client waits before that, but the choice of weights includes it.'
      : sides.has('access-log')
        ? 'Times are those that clients saw, or for domains without client times, those in the server’s log.'
        : 'Times are those that clients see.'
  if (!problem.factors) return `${side} Predictions are those of ${estimatorName(by)} alone.`
  const anchored = `${side} Predictions are scaled towards the measurements, as far as the difference is significant.`
  return by === 'delay-aware'
    ? `${anchored} The published formula does not know how busy the host is: trust its direction more than its size.`
    : anchored
}

/** States which targets the choice of weights holds; see `race` in choose-weights.ts. */
function heldTargets({ problem: { targets = {} }, by }: Recommendation): string[] {
  if (by !== 'twin' || Object.keys(targets).length === 0) return []
  return [
    'A target counts as met only where the queueing formula meets it as well: the longer of the two times counts, unless the queueing formula finds no weights that meet all targets.',
  ]
}

function stepOf(
  problem: WeightProblem,
  domain: string,
  direction: 'more' | 'less',
  cost: StepCost | null,
): contract.Recommendation['sensitivity'] {
  if (!cost) return []
  return [
    {
      domain,
      direction,
      shareAfter: valueFor(cost.shares, domain) ?? null,
      change: inUnit(cost.change, unitOf(problem)),
      meetsTargets: cost.feasible,
      note: cost.feasible
        ? null
        : problem.mode === 'raise-violator-only'
          ? 'With this step a raised domain is predicted to miss its target.'
          : 'No weights with this step are predicted to meet all targets and bounds.',
    },
  ]
}
