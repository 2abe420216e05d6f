import type { AnalysisResult } from '@steelyard/contract'
import {
  type DomainEstimate,
  type EstimateOptions,
  type EstimatorId,
  errata,
  estimators,
  type HostLoad,
  type Weights,
} from '@steelyard/model'
import type { LoadLevel } from '../load/load-levels.ts'
import { estimateLevels } from './range-estimate.ts'

/** Every estimator's word on every domain of the load. */
export type Estimates = ReadonlyMap<EstimatorId, ReadonlyMap<string, DomainEstimate>>

export const estimatorIds = Object.keys(estimators) as EstimatorId[]

export function estimateLoad(
  load: HostLoad,
  weights: Weights,
  options: EstimateOptions,
): Estimates {
  return new Map(
    estimatorIds.map((id) => {
      const { domains } = estimators[id].estimate(load, weights, options)
      return [id, new Map(domains.map((domain) => [domain.name, domain]))]
    }),
  )
}

/** The same over a range whose load changes: what sees the load level is asked about each. */
export function estimateRange(
  load: HostLoad,
  levels: readonly LoadLevel[],
  weights: Weights,
  options: EstimateOptions,
): Estimates {
  return new Map([
    ...estimateLoad(load, weights, options),
    ['sdps', estimateLevels(estimators.sdps, levels, weights, options)],
  ])
}

/** How `hostLoad` fills in what the paper leaves without units (E0.7). */
const ioReading =
  'Inferred: every request of a guest counts as one I/O, so IO is the sum of their rates. Eq (3) takes only IO D_0, the seconds that Domain-0 waits per second, so what is counted does not matter.'

export function assumptionsOf(
  load: HostLoad,
  weights: Weights,
  options: EstimateOptions,
): AnalysisResult['estimators'] {
  return estimatorIds.map((id) => {
    const { title, source, standing, estimate } = estimators[id]
    const { assumptions } = estimate(load, weights, options)
    return {
      id,
      title,
      source: `${source} (${standing})`,
      assumptions: id === 'delay-aware' ? [...assumptions, ioReading] : assumptions,
      errata: errata
        .filter((each) => each.estimator === id)
        .map(({ estimator: _, ...text }) => text),
    }
  })
}
