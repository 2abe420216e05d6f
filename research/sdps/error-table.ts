import { mean } from '@steelyard/model'
import type { CheckedHost, Model, Times } from './checked-host.ts'
import { type Weighted, weightedMean, weightedMedian } from './statistics.ts'

export interface ErrorOf {
  /** The model under test; the other one's times count as true. */
  model: Model
  truth: 'twin' | 'peer'
  clock: keyof Times
}

/** Statistics of |estimated / true - 1|. The bias is the signed median. */
export interface ErrorSummary {
  /** Number of domains with an estimate, followed by the number without. */
  domains: number
  missing: number
  median: number
  mean: number
  bias: number
}

/**
 * Errors of the mean times under the drawn weights. Each host counts once, and its domains equally.
 */
export function errorsIn(
  hosts: readonly CheckedHost[],
  { model, truth, clock }: ErrorOf,
): ErrorSummary {
  let missing = 0
  const signed = hosts.flatMap(({ domains }) =>
    domains.flatMap(({ now }): Weighted[] => {
      if (now[model][clock].length === 0) missing++
      else {
        const value = mean(now[model][clock]) / mean(now[truth][clock]) - 1
        return [{ value, weight: 1 / domains.length }]
      }
      return []
    }),
  )
  const absolute = signed.map(({ value, weight }) => ({ value: Math.abs(value), weight }))
  return {
    domains: signed.length,
    missing,
    median: weightedMedian(absolute),
    mean: weightedMean(absolute),
    bias: weightedMedian(signed),
  }
}
