import type { Recommendation, Statistic } from '@steelyard/contract'
import { predictionInterval, residualSpreadOf, share } from '@steelyard/model'
import type { Companion, StepCost, WeightProblem, WeightSolution } from '@steelyard/solver'
import { estimatorName } from '../estimates/estimator-name.ts'
import { toMs } from '../recorded/response-time.ts'
import type { Advice } from '../verdict/advice.ts'
import { LEAST_GAIN } from './gate.ts'
import { anchorsOf } from './predictors.ts'
import { type Choice, type RecommendInput, sightFor } from './recommend.ts'
import { PREDICTION_SEEDS } from './twin-answers.ts'

/** Two totals closer than this in proportion are the same total. */
const SAME = 1e-6

/** The answer in the words and milliseconds of the API. */
export async function recommendationOf(
  input: RecommendInput,
  choice: Choice,
  advice: Advice,
): Promise<Recommendation> {
  const { problem, solution, by, objective } = choice
  const unit = unitOf(problem)
  const { proof } = solution
  return {
    advice: advice.change ? 'change' : 'leave',
    reason: advice.reason,
    status: solution.status,
    objective,
    statistic: shownStatistic(choice, input),
    estimator: by,
    anchored: problem.factors !== undefined,
    domains: await domainsOf(input, choice, advice),
    value: {
      before: inUnit(solution.objective.before, unit),
      after: advice.change ? inUnit(solution.objective.after, unit) : null,
      unit,
    },
    checks: choice.checks.map(({ model, before, after, ...rest }) => ({
      estimator: model,
      before: inUnit(before, unit)!,
      after: inUnit(after, unit)!,
      ...rest,
    })),
    proof: {
      engine: proof.engine,
      statement: proofStatement(choice),
      bound: inUnit(proof.bound, unit),
      gap: proof.gap,
      solveSeconds: proof.solveSeconds,
    },
    companions: companionsOf(problem, solution),
    conflicts: solution.conflicts,
    sensitivity: solution.sensitivity.flatMap(({ name, stepUp, stepDown }) => [
      ...stepOf(problem, name, 'more', stepUp),
      ...stepOf(problem, name, 'less', stepDown),
    ]),
    roundingError: solution.roundingError ?? 0,
    notes: [
      basisOf(input, choice),
      ...heldTargets(choice),
      ...solution.warnings.map((warning) => warning.sentence),
    ],
  }
}

/** Of what is measured, so that domains can be held against it: means where there are no targets. */
function shownStatistic({ objective }: Choice, { options }: RecommendInput): Statistic {
  const sight = sightFor(objective, options)
  return sight === 'client' ? 'mean' : sight
}

/** What an objective is counted in. */
function unitOf({ objective }: WeightProblem): 'ms' | 'ratio' {
  return objective === 'mean-over-requests' || objective === 'total-delay' ? 'ms' : 'ratio'
}

function inUnit(value: number | null, unit: 'ms' | 'ratio'): number | null {
  return unit === 'ms' ? toMs(value) : value !== null && Number.isFinite(value) ? value : null
}

/** Which time it is all about, and how far to trust the formula. In it R_p ~ 1 / w_p at any load (E0.8). */
function basisOf({ measuredBy }: RecommendInput, { problem, by }: Choice): string {
  const sides = new Set(problem.load.domains.map(({ name }) => measuredBy.get(name) ?? null))
  const side =
    sides.size === 1 && sides.has('access-log')
      ? 'Times of domains are those of the servers’ logs, from the request line to the last byte. What a client waits before that is not in them, but it counts in the choice of weights.'
      : sides.has('access-log')
        ? 'Times are those that clients saw; of domains without client times, those of the server’s log.'
        : 'Times are those that clients see.'
  if (!problem.factors) return `${side} Predictions are those of ${estimatorName(by)} itself.`
  const anchored = `${side} Predictions are scaled towards what was measured, as far as that is more than chance.`
  return by === 'delay-aware'
    ? `${anchored} The published formula does not know how busy the host is (E0.8): trust its direction more than its size.`
    : anchored
}

/** What the race among weights goes by, see `race` in choose-weights.ts. */
function heldTargets({ problem: { targets = {} }, by }: Choice): string[] {
  if (by !== 'twin' || Object.keys(targets).length === 0) return []
  return [
    'A target counts as kept where SDPS keeps it as well: of both times the longer counts, unless SDPS knows no weights that keep all targets.',
  ]
}

/** Without advice to change, domains keep what they have. */
async function domainsOf(
  input: RecommendInput,
  choice: Choice,
  { change }: Advice,
): Promise<Recommendation['domains']> {
  const { problem, solution, by } = choice
  const { load, measured, measuredBy, predictors, targets, options } = input
  const statistic = shownStatistic(choice, input)
  const names = load.domains.map((domain) => domain.name)
  const shares = share(problem.currentWeights, names, problem.normalisation).domains
  const weights = change ? solution.weights! : problem.currentWeights
  const [now, then] = [
    await predictors[by]!.predict(problem.currentWeights),
    await predictors[by]!.predict(weights),
  ]
  const factorsFor = async (each: Statistic) =>
    problem.factors ? await anchorsOf(predictors[by]!, problem.currentWeights, measured, each) : {}
  const [factors, forTargets] = [
    await factorsFor(statistic),
    await factorsFor(options.targetStatistic),
  ]
  return names.map((domain) => {
    const factor = factors[domain] ?? 1
    const [before, after] = [now.get(domain)?.[statistic], then.get(domain)?.[statistic]]
    const target = targets.find((each) => each.domain === domain)?.responseTimeMs ?? null
    const predicted = after == null ? null : after * factor
    const promised = then.get(domain)?.[options.targetStatistic]
    const judged = promised == null ? null : promised * (forTargets[domain] ?? 1)
    return {
      domain,
      weightBefore: problem.currentWeights[domain]!,
      weightAfter: weights[domain]!,
      shareBefore: shares[domain]!,
      shareAfter: change ? solution.shares![domain]! : shares[domain]!,
      measuredMs: toMs(measured.get(domain)?.[statistic]),
      measuredBy: measuredBy.get(domain) ?? null,
      predictedBeforeMs: before == null ? null : toMs(before * factor),
      predictedMs: toMs(predicted),
      intervalMs: intervalOf(input, choice, { domain, change }, predicted),
      modelMs: toMs(after),
      targetMs: target,
      meetsTarget: target === null || judged == null ? null : judged * 1000 <= target,
      excluded: problem.excluded?.includes(domain) ?? false,
    }
  })
}

/** 90 % of what will be measured: the chance of one stretch of traffic, and the model's own errors. */
function intervalOf(
  { predictors, hostUtilisation }: RecommendInput,
  { by }: Choice,
  { domain, change }: { domain: string; change: boolean },
  seconds: number | null,
): Recommendation['domains'][number]['intervalMs'] {
  if (seconds === null || (by !== 'twin' && by !== 'sdps')) return null
  const residual = residualSpreadOf(by, change ? 'forecast' : 'diagnosis', hostUtilisation)
  const seeds = { logSpread: predictors[by]!.chance(domain), seeds: PREDICTION_SEEDS.length }
  const { lowSeconds, highSeconds } = predictionInterval(
    seconds,
    residual,
    by === 'twin' ? { seeds } : {},
  )
  return { lowMs: lowSeconds * 1000, highMs: highSeconds * 1000 }
}

/** A proof is about predictions: it is as good as the model that makes them. */
function proofStatement({ solution, problem, by }: Choice): string {
  const { status, proof } = solution
  const name = estimatorName(by)
  if (status === 'infeasible') return infeasibleStatement(solution, problem)
  if (status === 'not-proven') {
    return `Not proven: these are the best of the weights that ${name} was asked about. ${proof.cause?.sentence ?? ''}`.trim()
  }
  if (proof.engine === 'least-raise') {
    return 'Proven: no smaller raise of the violating domains is predicted to meet their targets.'
  }
  if (by === 'delay-aware' && proof.engine !== 'enumeration') {
    return 'Proven: under the same constraints no other weights on the grid have a smaller total delay by the formula.'
  }
  const none = `Proven: under the same constraints no weights on the grid are better by more than ${LEAST_GAIN * 100} %, as ${name} predicts`
  return proof.engine === 'enumeration'
    ? `${none}; of those as good, these change the shares least.`
    : `${none}.`
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
  const unconstrained = problem.mode === 'free'
  const grid = solution.proof.gridValue
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
  problem: WeightProblem,
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
      change: inUnit(cost.change, unitOf(problem)),
      meetsTargets: cost.feasible,
      note: cost.feasible
        ? null
        : problem.mode === 'raise-violator-only'
          ? 'With this step a raised domain is predicted to miss its target.'
          : 'No weights with this step are predicted to keep all targets and bounds.',
    },
  ]
}
