import type { Recommendation } from '@steelyard/contract'
import { share } from '@steelyard/model'
import type { Companion, StepCost, Times, WeightProblem, WeightSolution } from '@steelyard/solver'
import { LEAST_GAIN } from './choose-weights.ts'
import { estimatorName } from './estimator-name.ts'
import type { Forecaster } from './predictors.ts'
import type { RecommendInput } from './recommend.ts'
import { toMs } from './response-time.ts'

/** Two totals closer than this in proportion are the same total. */
const SAME = 1e-6

/** The solver's answer in the words and milliseconds of the API; `by` is whose predictions it rests on. */
export async function recommendationOf(
  input: RecommendInput,
  problem: WeightProblem,
  solution: WeightSolution,
  by: Forecaster,
): Promise<Recommendation> {
  const now = await input.predictors[by]!(problem.currentWeights)
  return {
    status: solution.status,
    mode: problem.mode,
    estimator: by,
    anchored: problem.anchors !== undefined,
    domains: domainsOf(input, problem, solution, now),
    totalDelayMs: {
      before: toMs(solution.totalDelaySeconds.before),
      after: toMs(solution.totalDelaySeconds.after),
    },
    proof: {
      engine: solution.proof.engine,
      statement: proofStatement(solution, problem, by),
      bound: toMs(solution.proof.boundSeconds),
      gap: solution.proof.gap,
      solveSeconds: solution.proof.solveSeconds,
    },
    companions: companionsOf(problem, solution),
    conflicts: solution.conflicts,
    sensitivity: solution.sensitivity.flatMap(({ name, stepUp, stepDown }) => [
      ...stepOf(problem, name, 'more', stepUp),
      ...stepOf(problem, name, 'less', stepDown),
    ]),
    roundingError: solution.roundingError ?? 0,
    notes: [
      ...(solution.weights ? [basisOf(problem, by)] : []),
      ...solution.warnings.map((warning) => warning.sentence),
    ],
  }
}

/** How far to trust the predictions. In the formula R_p ~ 1 / w_p whatever the load (E0.8). */
function basisOf({ anchors }: WeightProblem, by: Forecaster): string {
  if (by !== 'delay-aware') {
    return anchors
      ? `Predicted times are the measured ones in the ratio that ${estimatorName(by)} expects; the weights are chosen for their least mean over all requests.`
      : `Predicted times are those of ${estimatorName(by)} itself; the weights are chosen for their least mean over all requests.`
  }
  return anchors
    ? 'Predicted times follow the ratio of the formula, which does not know how busy the host is (E0.8): trust their direction more than their size.'
    : 'Predicted times are the formula’s own and not comparable with measured ones: see how far off it was on this recording.'
}

/** Without an answer the domains keep what they have. */
function domainsOf(
  { load, peaks }: RecommendInput,
  problem: WeightProblem,
  solution: WeightSolution,
  now: Times,
): Recommendation['domains'] {
  const names = load.domains.map((domain) => domain.name)
  const before = share(problem.currentWeights, names, problem.normalisation).domains
  return names.map((domain) => {
    const predicted = solution.predicted.find((p) => p.name === domain)
    const formulaBefore = now.get(domain) ?? null
    const anchor = problem.anchors?.[domain]
    const measured = peaks.find((p) => p.name === domain)?.peakResponseTimeSeconds
    const after = solution.weights ? predicted : undefined
    return {
      domain,
      weightBefore: problem.currentWeights[domain]!,
      weightAfter: solution.weights?.[domain] ?? problem.currentWeights[domain]!,
      shareBefore: before[domain]!,
      shareAfter: solution.shares?.[domain] ?? before[domain]!,
      measuredMs: toMs(measured),
      predictedBeforeMs: toMs(anchor ?? formulaBefore),
      predictedMs: toMs(after?.anchoredSeconds ?? after?.formulaSeconds),
      formulaMs: toMs(after?.formulaSeconds),
      targetMs: toMs(problem.targets?.[domain]),
      meetsTarget: after?.meetsTarget ?? null,
      excluded: problem.excluded?.includes(domain) ?? false,
    }
  })
}

/** A proof is about predictions: it is as good as the formula that makes them. */
function proofStatement(solution: WeightSolution, problem: WeightProblem, by: Forecaster): string {
  const { status, proof } = solution
  if (status === 'infeasible') return infeasibleStatement(solution, problem)
  if (proof.engine === 'search') {
    return `Searched, not proven: of the weights that ${estimatorName(by)} was asked about, these are the best.`
  }
  if (proof.engine === 'enumeration') {
    return `Every allocation of the grid was tried: under the same constraints none has a mean over all requests smaller by more than ${LEAST_GAIN * 100} %, as ${estimatorName(by)} predicts; of those as good, this one changes the shares least.`
  }
  if (status === 'not-proven') {
    return 'The time limit ended the search: these are the best weights found, not proven best.'
  }
  return proof.engine === 'least-raise'
    ? 'Proven: no smaller raise of the violating domains is predicted to meet their targets.'
    : 'Proven: under the same constraints no other weights on the grid have a smaller total delay by the formula.'
}

/** Weights in force may lie between the steps of the grid, and keep what no step of it keeps. */
function infeasibleStatement(
  { conflicts, predicted }: WeightSolution,
  { bounds = {}, excluded = [], mode }: WeightProblem,
): string {
  const restricted = Object.keys(bounds).length > 0 || excluded.length > 0
  const within = restricted ? ' within the bounds asked for' : ''
  const which =
    mode === 'raise-violator-only'
      ? `no raise of the violating domains${within} is`
      : `no weights on the grid${within} are`
  const sets = conflicts.map((set) => set.join(' + ')).join('; ')
  const kept = predicted.every((prediction) => prediction.meetsTarget !== false)
  return [
    `Proven: ${which} predicted to keep all targets.`,
    ...(sets ? [`In conflict: ${sets}.`] : []),
    ...(kept ? ['The weights in force are: keep them.'] : []),
  ].join(' ')
}

function companionsOf(problem: WeightProblem, solution: WeightSolution) {
  const { greedy, closedForm } = solution.companions
  const unconstrained = problem.mode === 'minimise-total-delay'
  const grid = gridTotal(solution)
  const companions: Recommendation['companions'] = []
  if (greedy) {
    const note = unconstrained
      ? 'A second exact method; its total must be the same.'
      : 'The optimum if there were no targets: what keeping them costs.'
    const agrees = unconstrained && grid !== null ? same(greedy.totalDelaySeconds, grid) : null
    companions.push(companionOf('greedy', greedy, agrees, note))
  }
  if (closedForm) {
    const agrees = grid === null ? null : closedForm.totalDelaySeconds <= grid * (1 + SAME)
    const note = 'The optimum off the grid, w ∝ 1/(λ√x): nothing on the grid can be below it.'
    companions.push(companionOf('closed-form', closedForm, agrees, note))
  }
  return companions
}

/** D_total of the chosen point of the grid, before it was rounded to Xen's integers. */
function gridTotal({ proof }: WeightSolution): number | null {
  if (proof.boundSeconds === null || proof.gap === null) return null
  return proof.boundSeconds * (1 + proof.gap)
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(a, b)
}

function companionOf(
  method: 'greedy' | 'closed-form',
  companion: Companion,
  agrees: boolean | null,
  note: string,
) {
  return {
    method,
    shares: Object.entries(companion.shares).map(([domain, share]) => ({ domain, share })),
    totalDelayMs: companion.totalDelaySeconds * 1000,
    agrees,
    note,
  }
}

function stepOf(
  { mode }: WeightProblem,
  domain: string,
  direction: 'more' | 'less',
  cost: StepCost | null,
): Recommendation['sensitivity'] {
  if (!cost) return []
  return [
    {
      domain,
      direction,
      shareAfter: cost.shares?.[domain] ?? null,
      totalDelayChangeMs: toMs(cost.totalDelayChangeSeconds),
      meetsTargets: cost.feasible,
      note: cost.feasible
        ? null
        : mode === 'raise-violator-only'
          ? 'With this step a raised domain is predicted to miss its target.'
          : 'No weights with this step are predicted to keep all targets and bounds.',
    },
  ]
}
