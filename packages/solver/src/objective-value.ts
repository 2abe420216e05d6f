import type { DomainLoad } from '@steelyard/model'
import { TARGET_SLACK } from './predict.ts'
import type { Times } from './response-times.ts'
import type { Objective, WeightProblem } from './weight-problem.ts'

/** What an objective makes of predicted times; less is better. */
export interface ObjectiveValue {
  /**
   * As it is reported: a ratio for `meet-targets` and `mean-slowdown`, seconds for the others;
   * Infinity where a domain with requests has no finite time.
   */
  value: number
  /** `meet-targets`: what the worst target is missed by, as a fraction of it. Else 0. */
  excess: number
  /** What decides where the excess is equal: the mean slowdown for `meet-targets`, else `value`. */
  cost: number
}

type Judging = Pick<WeightProblem, 'load' | 'targets' | 'aloneSeconds' | 'factors'>

/**
 * The objective at the times T_p of any model, with R_p = factor_p T_p, over the domains with requests:
 *
 * meet-targets: max over those with a target of R_p / target_p. Compared by its excess over 1 first, then
 *   by the mean slowdown: where every target can be kept, of those allocations the least slowdown.
 * mean-slowdown: (1 / n) sum R_p / alone_p, alone_p being the time with the host to itself. No domain is
 *   slowed down for many quick requests of another: each counts once, in units of its own.
 * mean-over-requests: sum(lambda_p R_p) / sum(lambda_p), the mean over all requests of the host.
 * total-delay: sum R_p, eq (7) of paper 0.
 *
 * @param times seconds by domain, before the factors
 */
export function objectiveValue(
  objective: Objective,
  problem: Judging,
  times: Times,
): ObjectiveValue {
  const { targets = {}, factors = {} } = problem
  const coefficients = Object.entries(coefficientsOf(objective, problem))
  const seconds = (name: string) => times.get(name) ?? Number.POSITIVE_INFINITY
  const cost = coefficients.reduce((sum, [name, each]) => sum + each * seconds(name), 0)
  if (objective !== 'meet-targets') return { value: cost, excess: 0, cost }
  const ratios = coefficients.map(([name]) => {
    const target = targets[name]
    return target ? ((factors[name] ?? 1) * seconds(name)) / target : 0
  })
  const value = Math.max(0, ...ratios)
  return { value, excess: value > 1 + TARGET_SLACK ? value - 1 : 0, cost }
}

/**
 * The c_p of the objectives that are a sum of c_p T_p, by domain, before which the factors of predictions
 * come; those of the mean slowdown for `meet-targets`, by which it decides where all targets are kept.
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
      1 / ((aloneSeconds[name] ?? Number.NaN) * domains.length),
  }
  const of = counted[objective === 'meet-targets' ? 'mean-slowdown' : objective]
  return Object.fromEntries(
    domains.map((domain) => [domain.name, (factors[domain.name] ?? 1) * of(domain)]),
  )
}

type Compared = Pick<ObjectiveValue, 'excess' | 'cost'>

/**
 * Whether one value is better than another by more than a fraction `leastGain`. A missed target is
 * never as good as a kept one; of two that miss, what counts is the ratio to the target.
 */
export function isBetter(one: Compared, other: Compared, leastGain = 0): boolean {
  if (one.excess === other.excess) return one.cost < other.cost * (1 - leastGain)
  if (one.excess === 0 || other.excess === 0) return one.excess === 0
  return 1 + one.excess < (1 + other.excess) * (1 - leastGain)
}

/** What `after` gains on `before`, as a fraction of it: of the ratio to the worst target where that differs, else of the cost. Negative where it loses. */
export function gainOf(before: Compared, after: Compared): number {
  return before.excess === after.excess
    ? 1 - after.cost / before.cost
    : 1 - (1 + after.excess) / (1 + before.excess)
}
