import {
  type DomainEstimate,
  type EstimateOptions,
  type EstimatorId,
  estimators,
  type HostLoad,
  type Weights,
} from '@steelyard/model'
import type { LoadLevel } from '../load/load-levels.ts'
import { estimateLevels } from './range-estimate.ts'

/** The result of every estimator for every domain of the load. */
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

/**
 * Estimates a range whose load changes: estimators that depend on the load level are asked about
 * each level.
 */
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

/** The assumptions that each estimator makes at this load. */
export interface EstimatorAssumptions {
  estimator: EstimatorId
  assumptions: readonly string[]
}

export function assumptionsOf(
  load: HostLoad,
  weights: Weights,
  options: EstimateOptions,
): EstimatorAssumptions[] {
  return estimatorIds.map((estimator) => ({
    estimator,
    assumptions: estimators[estimator].estimate(load, weights, options).assumptions,
  }))
}
