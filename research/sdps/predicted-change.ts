import { mean } from '@steelyard/model'
import type { CheckedDomain, CheckedHost, Model } from './checked-host.ts'
import { varianceOfMean } from './statistics.ts'

/** A change that a model predicts for other weights, compared with the independent simulator. */
export interface PredictedChange {
  /** Weight in the statistics, chosen so that each host counts once. */
  weight: number
  /** The size of which errors are fractions. Positive, in the unit of the other fields. */
  size: number
  /** Simulated minus predicted change, in the predicted direction. Negative when it was smaller. */
  off: number
  /** The variance of `off` due to chance, from the spread of the runs. */
  chance: number
}

type Forecaster = 'sdps' | 'twin'

/** Smaller changes, as a fraction of the time before, do not count. */
const LEAST = 0.02

/** The change of each domain's mean time as clients see it, as a fraction of the time before. */
export function changesIn(hosts: readonly CheckedHost[], model: Forecaster): PredictedChange[] {
  return hosts.flatMap(({ domains }) => {
    const weight = 1 / domains.length
    return domains.flatMap((domain) => {
      const [predicted, played] = [changesOf([domain], model), changesOf([domain], 'peer')]
      return compare(predicted, played, Math.abs(mean(predicted)), weight)
    })
  })
}

/**
 * The change of each host's mean slowdown, the objective without targets. The prediction for each
 * domain counts as if its error were independent: the size is the root of the sum of their squares,
 * as in the gate of a recommendation.
 */
export function gainsIn(hosts: readonly CheckedHost[], model: Forecaster): PredictedChange[] {
  return hosts.flatMap(({ domains }) => {
    const before = mean(slowdownsOf(domains, model, 'now'))
    const squares = domains.map((domain) => {
      const [was, is] = (['now', 'moved'] as const).map((at) =>
        mean(slowdownsOf([domain], model, at)),
      )
      return ((is! - was!) / before) ** 2
    })
    const size = Math.sqrt(squares.reduce((sum, square) => sum + square, 0))
    return compare(changesOf(domains, model), changesOf(domains, 'peer'), size, 1)
  })
}

/** Changes are taken run by run, which cancels the chance common to both weights. */
function changesOf(domains: readonly CheckedDomain[], model: Model): number[] {
  const before = slowdownsOf(domains, model, 'now')
  const after = slowdownsOf(domains, model, 'moved')
  return after.map((slowdown, run) => (slowdown - before[run]!) / mean(before))
}

/**
 * Sum of times over times alone, by run. Empty where a model has no answer for one of the domains.
 */
function slowdownsOf(
  domains: readonly CheckedDomain[],
  model: Model,
  at: 'now' | 'moved',
): number[] {
  const runs = Math.min(...domains.map((domain) => domain[at][model].client.length))
  return Array.from({ length: runs }, (_, run) =>
    domains.reduce((sum, domain) => sum + domain[at][model].client[run]! / domain.aloneSeconds, 0),
  )
}

function compare(
  predicted: readonly number[],
  played: readonly number[],
  size: number,
  weight: number,
): PredictedChange[] {
  if (!(size > LEAST)) return []
  const off = (mean(played) - mean(predicted)) * Math.sign(mean(predicted))
  return [{ weight, size, off, chance: varianceOfMean(predicted) + varianceOfMean(played) }]
}
