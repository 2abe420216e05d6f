import type { DomainLoad } from '@steelyard/model'
import { valueFor } from '@steelyard/model'
import { TARGET_SLACK } from './predict.ts'
import type { Times } from './response-times.ts'
import type { Objective, WeightProblem } from './weight-problem.ts'

/** The value of an objective at predicted times; less is better. */
export interface ObjectiveValue {
  /**
   * As reported: a ratio for `meet-targets` and `mean-slowdown`, seconds for the others; Infinity
   * where a domain with requests has no finite time.
   */
  value: number
  /** Relative excess of the worst time over its target for `meet-targets`; otherwise 0. */
  excess: number
  /** The same for soft targets; decides where the excess is equal. */
  softExcess: number
  /** Decides where both are equal: `value`, or the mean slowdown where no time has a target. */
  cost: number
}

type Judging = Pick<WeightProblem, 'load' | 'targets' | 'softTargets' | 'aloneSeconds' | 'factors'>

/**
 * The objective at the times T_p of any model, with R_p = factor_p T_p, over the domains with
 * requests:
 *
 * meet-targets: max over those with a target of R_p / target_p. Compared by its excess over 1
 * first, then by that of the soft targets, then by itself: among allocations that keep every target,
 * the one whose tightest target has most room wins, and no soft target costs another target. A
 * further gain of a domain that has more room would be paid for by those that have less.
 * mean-slowdown: (1 / n) sum R_p / alone_p, where alone_p is the time with the host to itself. Each
 * domain counts once, in units of its own, so none is sacrificed to another's many short requests.
 * mean-over-requests: sum(lambda_p R_p) / sum(lambda_p), the mean over all requests of the host.
 * total-delay: sum R_p, eq (7) of paper 0.
 * @param times seconds by domain, before the factors
 */
export function objectiveValue(
  objective: Objective,
  problem: Judging,
  times: Times,
): ObjectiveValue {
  const { targets = {}, softTargets = {}, factors = {} } = problem
  const coefficients = Object.entries(coefficientsOf(objective, problem))
  const seconds = (name: string) => times.get(name) ?? Number.POSITIVE_INFINITY
  const cost = coefficients.reduce((sum, [name, each]) => sum + each * seconds(name), 0)
  if (objective !== 'meet-targets') return { value: cost, excess: 0, softExcess: 0, cost }
  const worst = (promised: Record<string, number>) =>
    Math.max(
      0,
      ...coefficients.map(([name]) => {
        const target = valueFor(promised, name)
        return target ? ((valueFor(factors, name) ?? 1) * seconds(name)) / target : 0
      }),
    )
  const value = worst(targets)
  return {
    value,
    excess: excessOf(value),
    softExcess: excessOf(worst(softTargets)),
    cost: value > 0 ? value : cost,
  }
}

/** By how much a ratio to a target exceeds it; 0 where that is kept. */
export function excessOf(ratio: number): number {
  return ratio > 1 + TARGET_SLACK ? ratio - 1 : 0
}

/**
 * The coefficients c_p of the objectives of the form sum c_p T_p, by domain, including the factors
 * of predictions; for `meet-targets`, those of the mean slowdown, where a search begins.
 */
export function coefficientsOf(
  objective: Objective,
  { load, aloneSeconds = {}, factors = {} }: Judging,
): Record<string, number> {
  const domains = load.domains.filter(({ arrivalRatePerSecond }) => arrivalRatePerSecond > 0)
  const requests = domains.reduce((sum, { arrivalRatePerSecond }) => sum + arrivalRatePerSecond, 0)
  const counted = {
    'total-delay': () => 1,
    'mean-over-requests': ({ arrivalRatePerSecond }: DomainLoad) => arrivalRatePerSecond / requests,
    'mean-slowdown': ({ name }: DomainLoad) =>
      1 / ((valueFor(aloneSeconds, name) ?? Number.NaN) * domains.length),
  }
  const of = counted[objective === 'meet-targets' ? 'mean-slowdown' : objective]
  return Object.fromEntries(
    domains.map((domain) => [domain.name, (valueFor(factors, domain.name) ?? 1) * of(domain)]),
  )
}

type ComparedValue = Pick<ObjectiveValue, 'excess' | 'softExcess' | 'cost'>

/** The part that decides between two values: the first in which they differ, otherwise the cost. */
export function decidingPart(one: ComparedValue, other: ComparedValue): keyof ComparedValue {
  if (one.excess !== other.excess) return 'excess'
  return one.softExcess === other.softExcess ? 'cost' : 'softExcess'
}

/** Whether one keeps all targets where the other misses some, or all soft ones among equals. */
export function keepsMore(one: ComparedValue, other: ComparedValue): boolean {
  const part = decidingPart(one, other)
  return part !== 'cost' && one[part] === 0
}

/**
 * Whether one value is better than another by more than a fraction `leastGain`. A kept target is
 * always better than a missed one; between two that miss, the ratio to the target decides.
 */
export function isBetter(one: ComparedValue, other: ComparedValue, leastGain = 0): boolean {
  const part = decidingPart(one, other)
  if (part === 'cost') return one.cost < other.cost * (1 - leastGain)
  if (one[part] === 0 || other[part] === 0) return one[part] === 0
  return 1 + one[part] < (1 + other[part]) * (1 - leastGain)
}

/**
 * Relative gain of `after` over `before`: of the worst ratio to a target where that differs,
 * otherwise of the cost. Negative for a loss.
 */
export function gainOf(before: ComparedValue, after: ComparedValue): number {
  const part = decidingPart(before, after)
  return part === 'cost' ? 1 - after.cost / before.cost : 1 - (1 + after[part]) / (1 + before[part])
}
