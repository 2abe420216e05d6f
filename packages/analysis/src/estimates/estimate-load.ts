import {
  type DomainEstimate,
  ESTIMATOR_IDS,
  ESTIMATORS,
  type EstimateOptions,
  type EstimatorId,
  type HostLoad,
  type Weights,
} from '@steelyard/model'
import type { LoadLevel } from '../load/load-levels.ts'
import { estimateLevels } from './range-estimate.ts'

/** The result of every estimator for every domain of the load. */
export type Estimates = ReadonlyMap<EstimatorId, ReadonlyMap<string, DomainEstimate>>

export function estimateLoad(
  load: HostLoad,
  weights: Weights,
  options: EstimateOptions,
): Estimates {
  return new Map(
    ESTIMATOR_IDS.map((id) => {
      const { domains } = ESTIMATORS[id].estimate(load, weights, options)
      return [id, new Map(domains.map((domain) => [domain.name, domain]))]
    }),
  )
}

/**
 * Estimates a range whose load changes, with the range as a whole or level by level as each
 * estimator asks for it.
 */
export function estimateRange(
  load: HostLoad,
  levels: readonly LoadLevel[],
  weights: Weights,
  options: EstimateOptions,
): Estimates {
  return new Map([
    ...estimateLoad(load, weights, options),
    ...ESTIMATOR_IDS.filter((id) => ESTIMATORS[id].askedOf === 'levels').map(
      (id) => [id, estimateLevels(ESTIMATORS[id], levels, weights, options)] as const,
    ),
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
  return ESTIMATOR_IDS.map((estimator) => ({
    estimator,
    assumptions: ESTIMATORS[estimator].estimate(load, weights, options).assumptions,
  }))
}
