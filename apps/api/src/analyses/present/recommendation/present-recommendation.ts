import type {
  EstimatorId,
  Objective,
  Recommendation,
  RecommendedDomain,
  WeightOptions,
} from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { valueFor } from '@steelyard/model'
import type { StepCost, WeightProblem } from '@steelyard/solver'
import { words } from '@steelyard/words'
import { toMs } from '../../../milliseconds.ts'
import { presentPrediction } from '../present-prediction.ts'
import { presentCompanions } from './present-companions.ts'

export function presentRecommendation(
  recommendation: Recommendation,
  targets: readonly contract.SlaTarget[],
  predictor: EstimatorId,
  { objectives, options }: { objectives: readonly Objective[]; options: WeightOptions | undefined },
): contract.Recommendation {
  const { problem, solution, by, objective, advice, checks } = recommendation
  const unit = unitOf(problem)
  // Where no weights keep every target, that is what was proven, also beside the least bad ones.
  const answer = recommendation.infeasible ?? solution
  const { proof } = answer
  return {
    advice: advice.change ? 'change' : 'leave',
    reason: words.analyses.advice(recommendation),
    status: answer.status,
    objective,
    statistic: recommendation.statistic,
    estimator: predictor,
    chosenBy: by,
    anchored: problem.factors !== undefined,
    domains: presentDomains(recommendation, targets),
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
      statement: [
        words.analyses.proof(recommendation),
        ...words.analyses.provenBeside(recommendation, objectives),
      ].join(' '),
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
      words.analyses.basis(recommendation),
      ...words.analyses.heldTargets(recommendation),
      ...words.analyses.payers(recommendation),
      ...words.analyses.smallerChange(recommendation, options),
      ...solution.warnings.map(words.analyses.solutionWarning),
    ],
  }
}

/** The engine's own shares are those of eq (4), which by default leaves Domain-0 out. */
function presentDomains(
  { domains, problem: { currentWeights } }: Recommendation,
  targets: readonly contract.SlaTarget[],
): contract.Recommendation['domains'] {
  const domain0Weight = currentWeights[contract.DOMAIN_0]
  const shares = (weightOf: (domain: RecommendedDomain) => number) =>
    contract.sharesOf(
      contract.withDomain0(
        domains.map((each) => ({ domain: each.domain, weight: weightOf(each) })),
        domain0Weight,
      ),
    )
  const before = shares(({ weightBefore }) => weightBefore)
  const after = shares(({ weightAfter }) => weightAfter)
  return domains.map((each) =>
    presentDomain(each, targets, {
      shareBefore: before.get(each.domain)!,
      shareAfter: after.get(each.domain)!,
    }),
  )
}

function presentDomain(
  { domain, ...known }: RecommendedDomain,
  targets: readonly contract.SlaTarget[],
  shares: Pick<contract.Recommendation['domains'][number], 'shareBefore' | 'shareAfter'>,
): contract.Recommendation['domains'][number] {
  return {
    domain,
    weightBefore: known.weightBefore,
    weightAfter: known.weightAfter,
    ...shares,
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
      note: cost.feasible ? null : words.analyses.stepMisses(problem.mode),
    },
  ]
}

/** The unit of an objective. */
function unitOf({ objective }: WeightProblem): 'ms' | 'ratio' {
  return objective === 'mean-over-requests' || objective === 'total-delay' ? 'ms' : 'ratio'
}

function inUnit(value: number | null, unit: 'ms' | 'ratio'): number | null {
  return unit === 'ms' ? toMs(value) : value !== null && Number.isFinite(value) ? value : null
}
