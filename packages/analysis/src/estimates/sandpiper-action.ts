import {
  type EstimateOptions,
  type HostLoad,
  type SandpiperDomain,
  sandpiperWeights,
  type Weights,
} from '@steelyard/model'
import type { DomainTarget } from '../settings.ts'
import type { DomainResult } from './domain-results.ts'

/** The action of SandPiper's rule for one domain. */
export interface SandpiperDomainAction {
  domain: string
  /** Highest arrival rate that keeps the target. 0 when no rate does; null when it is unknown. */
  lambdaCapPerSecond: number | null
  busyArrivalRatePerSecond: number
  /** Factor applied to the weight. 1 keeps the weight; null when no factor is known. */
  weightFactor: number | null
}

export interface SandpiperResult {
  domains: SandpiperDomainAction[]
  serviceTimeSource: 'log' | 'cpu'
}

/** Applies SandPiper's rule to the same load and targets, as in the paper's comparison. */
export function sandpiperAction(
  domains: readonly Pick<DomainResult, 'domain' | 'busyArrivalRatePerSecond'>[],
  targets: readonly DomainTarget[],
  load: HostLoad,
  weights: Weights,
  { serviceTimeSource = 'log' }: EstimateOptions,
): SandpiperResult {
  const inputs = domains.flatMap(({ domain, busyArrivalRatePerSecond }): SandpiperDomain[] => {
    const own = load.domains.find(({ name }) => name === domain)
    const target = targets.find((each) => each.domain === domain)?.responseTimeSeconds ?? null
    if (!own) return []
    const input = { load: own, busyArrivalRatePerSecond }
    return [target === null ? input : { ...input, targetSeconds: target }]
  })
  const weighed = sandpiperWeights(inputs, weights, { serviceTimeSource })
  const actions = domains.map(({ domain, busyArrivalRatePerSecond }) => {
    const { lambdaCapPerSecond = null, factor = null } =
      weighed.find(({ name }) => name === domain) ?? {}
    const weightFactor = factor === null ? null : Math.max(1, factor)
    return { domain, lambdaCapPerSecond, busyArrivalRatePerSecond, weightFactor }
  })
  return { domains: actions, serviceTimeSource }
}
