import {
  creditsDomain0Needs,
  DOMAIN0_NAME,
  type DomainLoad,
  domain0Utilisation,
  MAX_WEIGHT,
  share,
  utilisation,
  valueFor,
  type Weights,
} from '@steelyard/model'
import { findConflicts } from '../find-conflicts.ts'
import { objectiveValue } from '../problem/objective-value.ts'
import { predict, TARGET_SLACK } from '../problem/predict.ts'
import { responseTimes } from '../problem/response-times.ts'
import { domain0Warning, pushedWarnings } from '../problem/warnings.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { WeightProblemError } from '../problem/weight-problem-error.ts'
import type { Sensitivity, StepCost, WeightSolution } from '../problem/weight-solution.ts'

/** Relative steps of each violator above its current weight. */
type Raises = Readonly<Record<string, number>>

function raisedWeights({ currentWeights, stepShare }: WeightProblem, raises: Raises): Weights {
  const raised = Object.entries(raises).map(([name, steps]) => [
    name,
    Math.round(currentWeights[name]! * (1 + steps * stepShare)),
  ])
  return { ...currentWeights, ...Object.fromEntries(raised) }
}

type Test = (domain: DomainLoad, weights: Weights) => boolean

/**
 * Whether a domain keeps its target, with w_0 held at its current value. Raises only lower w_0, so
 * the test is conservative by at most w_0 x_0. It also becomes monotone: raising others never helps
 * a domain, raising its own weight always does.
 */
function targetTest(problem: WeightProblem): Test {
  const { load, normalisation, currentWeights, targets = {}, factors = {} } = problem
  const { serviceTimeSeconds, ioRequestsPerSecond, delayPerIoSeconds } = load.domain0
  const names = load.domains.map(({ name }) => name)
  const domain0Seconds = share(currentWeights, names, normalisation).domain0 * serviceTimeSeconds
  return (domain, weights) => {
    const shares = share(weights, names, normalisation).domains
    const demand = load.domains.reduce(
      (sum, other) => sum + utilisation(other) * shares[other.name]!,
      ioRequestsPerSecond * delayPerIoSeconds,
    )
    const formula = domain0Seconds + demand / (shares[domain.name]! * domain.arrivalRatePerSecond)
    const predicted = (valueFor(factors, domain.name) ?? 1) * formula
    return predicted <= targets[domain.name]! * (1 + TARGET_SLACK)
  }
}

/** Steps up to Xen's limit of 65535. */
function mostSteps({ currentWeights, stepShare }: WeightProblem, name: string): number {
  return Math.floor((MAX_WEIGHT / currentWeights[name]! - 1) / stepShare + 1e-9)
}

/**
 * The least number of steps in [from, most] at which the domain keeps its target, given the others'
 * raises.
 */
function leastOwnRaise(
  problem: WeightProblem,
  keeps: Test,
  domain: DomainLoad,
  raises: Raises,
): number | null {
  const { name } = domain
  const keepsAt = (steps: number) =>
    keeps(domain, raisedWeights(problem, { ...raises, [name]: steps }))
  let low = raises[name]!
  let high = mostSteps(problem, name)
  if (low > high || !keepsAt(high)) return null
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (keepsAt(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The least raises at which every one of these domains keeps its target: start at zero and raise
 * each domain that misses by as little as helps. The test is monotone, so every feasible set of
 * raises stays at least as high throughout, and the fixed point is the least of them in every
 * component.
 * @returns null when a weight would exceed Xen's 65535 first
 */
function leastRaises(problem: WeightProblem, keeps: Test, names: readonly string[]): Raises | null {
  const raises: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  const domains = problem.load.domains.filter(({ name }) => names.includes(name))
  for (;;) {
    const weights = raisedWeights(problem, raises)
    const missing = domains.find((domain) => !keeps(domain, weights))
    if (!missing) return raises
    const steps = leastOwnRaise(problem, keeps, missing, raises)
    if (steps === null) return null
    raises[missing.name] = steps
  }
}

function valueAt(problem: WeightProblem, weights: Weights): number {
  return objectiveValue(problem.objective, problem, responseTimes(problem, weights)).value
}

function stepCost(
  problem: WeightProblem,
  keeps: Test,
  raises: Raises,
  name: string,
  change: 1 | -1,
): StepCost {
  const weights = raisedWeights(problem, { ...raises, [name]: raises[name]! + change })
  const now = valueAt(problem, raisedWeights(problem, raises))
  const violators = problem.load.domains.filter((domain) => Object.hasOwn(raises, domain.name))
  const names = problem.load.domains.map((domain) => domain.name)
  return {
    change: valueAt(problem, weights) - now,
    feasible: violators.every((domain) => keeps(domain, weights)),
    shares: share(weights, names, problem.normalisation).domains,
  }
}

function sensitivityOf(problem: WeightProblem, keeps: Test, raises: Raises): Sensitivity[] {
  return Object.entries(raises).map(([name, steps]) => ({
    name,
    stepUp: steps < mostSteps(problem, name) ? stepCost(problem, keeps, raises, name, 1) : null,
    stepDown: steps > 0 ? stepCost(problem, keeps, raises, name, -1) : null,
  }))
}

function checkMaxShares(problem: WeightProblem, shares: Record<string, number>): void {
  for (const [name, { maxShare = 1 }] of Object.entries(problem.bounds ?? {})) {
    if (shares[name]! <= maxShare + 1e-9) continue
    throw new WeightProblemError(
      'bounds-infeasible',
      `The least raise that keeps the targets gives ${name} a share of ${shares[name]!.toFixed(3)}, above its maximum of ${maxShare}.`,
      { name, share: shares[name]!, maxShare },
    )
  }
}

/** Raises lower Domain-0's part of the credits, because nobody's weight falls. */
function checkDomain0(problem: WeightProblem, weights: Weights): void {
  const { load, currentWeights, otherWeight = 0 } = problem
  const partUnder = (these: Weights) => {
    const sum = Object.values(these).reduce((total, weight) => total + weight, otherWeight)
    return these[DOMAIN0_NAME]! / sum
  }
  const needs = creditsDomain0Needs(domain0Utilisation(load), load.pCpus)
  const part = partUnder(weights)
  if (part >= Math.min(needs, partUnder(currentWeights)) - 1e-9) return
  throw new WeightProblemError(
    'domain0-starved',
    `The least raise that keeps the targets leaves Domain-0 ${percent(part)} of the credits, less than the ${percent(needs)} that it needs for the guests' packets.`,
    { part, needs },
  )
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`

/**
 * Mode `raise-violator-only`, what paper 0 does in Table 3 (E0.10, E0.11): the weights of the
 * domains that miss their target rise in relative steps, just enough; all others keep their integer
 * and lose share. Excluded domains are not raised.
 */
export function raiseViolators(problem: WeightProblem): WeightSolution {
  const started = performance.now()
  const { currentWeights, load, normalisation, excluded = [] } = problem
  const before = predict(problem, currentWeights)
  const violators = before
    .filter(({ name, meetsTarget }) => meetsTarget === false && !excluded.includes(name))
    .map(({ name }) => name)
  const keeps = targetTest(problem)
  const raises = leastRaises(problem, keeps, violators)
  const weights = raises && raisedWeights(problem, raises)
  const names = load.domains.map(({ name }) => name)
  const now = share(currentWeights, names, normalisation)
  const shares = weights && share(weights, names, normalisation)
  if (shares) checkMaxShares(problem, shares.domains)
  if (weights) checkDomain0(problem, weights)
  const predicted = weights ? predict(problem, weights) : before
  const domain0Share = { before: now.domain0, after: (shares ?? now).domain0 }
  return {
    status: raises ? 'optimal' : 'infeasible',
    shares: shares?.domains ?? null,
    weights: weights && { ...weights, [DOMAIN0_NAME]: currentWeights[DOMAIN0_NAME]! },
    roundingError: weights && 0,
    stepShare: problem.stepShare,
    domain0Share,
    objective: {
      name: problem.objective,
      before: valueAt(problem, currentWeights),
      after: weights && valueAt(problem, weights),
    },
    predicted,
    proof: {
      engine: 'least-raise',
      bound: null,
      gridValue: null,
      gap: null,
      cause: null,
      solveSeconds: (performance.now() - started) / 1000,
      binaries: 0,
    },
    companions: { greedy: null, closedForm: null },
    conflicts: raises
      ? []
      : findConflicts(violators, (some) => leastRaises(problem, keeps, some) !== null),
    sensitivity: raises ? sensitivityOf(problem, keeps, raises) : [],
    warnings: [
      ...(violators.length > 0 ? [] : [{ code: 'no-violators' as const }]),
      ...domain0Warning(domain0Share),
      ...pushedWarnings(before, predicted),
    ],
  }
}
