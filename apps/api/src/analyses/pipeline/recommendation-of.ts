import type { Recommendation } from '@steelyard/contract'
import { share } from '@steelyard/model'
import type { Companion, StepCost, WeightProblem, WeightSolution } from '@steelyard/solver'
import type { RecommendInput } from './recommend.ts'
import { toMs } from './response-time.ts'

/** Two totals closer than this in proportion are the same total. */
const SAME = 1e-6

/** The solver's answer in the words and milliseconds of the API. */
export function recommendationOf(
  input: RecommendInput,
  problem: WeightProblem,
  solution: WeightSolution,
): Recommendation {
  return {
    status: solution.status,
    mode: problem.mode,
    anchored: problem.anchors !== undefined,
    domains: domainsOf(input, problem, solution),
    totalDelayMs: {
      before: solution.totalDelaySeconds.before * 1000,
      after: toMs(solution.totalDelaySeconds.after),
    },
    proof: {
      engine: solution.proof.engine,
      statement: proofStatement(solution),
      bound: toMs(solution.proof.boundSeconds),
      gap: solution.proof.gap,
      solveSeconds: solution.proof.solveSeconds,
    },
    companions: companionsOf(problem, solution),
    conflicts: solution.conflicts,
    sensitivity: solution.sensitivity.flatMap(({ name, stepUp, stepDown }) => [
      ...stepOf(name, 'more', stepUp),
      ...stepOf(name, 'less', stepDown),
    ]),
    roundingError: solution.roundingError ?? 0,
    notes: solution.warnings.map((warning) => warning.sentence),
  }
}

/** Without an answer the domains keep what they have. */
function domainsOf(
  { load, estimates, peaks }: RecommendInput,
  problem: WeightProblem,
  solution: WeightSolution,
): Recommendation['domains'] {
  const names = load.domains.map((domain) => domain.name)
  const before = share(problem.currentWeights, names, problem.normalisation).domains
  return names.map((domain) => {
    const predicted = solution.predicted.find((p) => p.name === domain)
    const formulaBefore = estimates.get('delay-aware')?.get(domain)?.responseTimeSeconds ?? null
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

function proofStatement({ status, proof, conflicts }: WeightSolution): string {
  if (status === 'infeasible') {
    const sets = conflicts.map((set) => set.join(' + ')).join('; ')
    return sets
      ? `Proven: no weights on the grid keep all targets. They exclude each other: ${sets}.`
      : 'Proven: no weights on the grid keep all targets and bounds.'
  }
  if (status === 'not-proven') {
    return 'The time limit ended the search: these are the best weights found, not proven best.'
  }
  return proof.engine === 'least-raise'
    ? 'Proven: no smaller raise of the violating domains meets their targets.'
    : 'Proven: no other weights on the grid do better under the same constraints.'
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
      note: cost.feasible ? null : 'No weights with this step keep all targets and bounds.',
    },
  ]
}
