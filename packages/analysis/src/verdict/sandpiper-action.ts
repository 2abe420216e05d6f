import {
  type EstimateOptions,
  type HostLoad,
  type SandpiperDomain,
  sandpiperWeights,
  valueFor,
  type Weights,
} from '@steelyard/model'
import { busyArrivalRate } from '../recorded/request-rates.ts'
import type { DomainTarget } from '../settings.ts'
import type { Survey } from '../survey-recording.ts'
import type { DomainResult } from './domain-results.ts'

/** The action of SandPiper's rule for one domain. */
export interface SandpiperDomainAction {
  domain: string
  /** Highest arrival rate that keeps the target. 0 when no rate does; null when it is unknown. */
  lambdaCapPerSecond: number | null
  busyArrivalRatePerSecond: number
  /** Factor applied to the weight. 1 keeps the weight; null when no factor is known. */
  weightFactor: number | null
  /** The weight that follows in Xen; the one in force unless it is raised. */
  weight: number
}

export interface SandpiperResult {
  domains: SandpiperDomainAction[]
  serviceTimeSource: 'log' | 'cpu'
}

/** What SandPiper would do on the recorded host, by what each guest receives in busy windows. */
export function sandpiperOf(
  { guests, range, load, weights, options }: Survey,
  targets: readonly DomainTarget[],
): SandpiperResult {
  const domains = guests.map(({ name }) => ({
    domain: name,
    busyArrivalRatePerSecond: busyArrivalRate(range.windows, name),
  }))
  return sandpiperAction(domains, targets, load, weights, options)
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
    const {
      lambdaCapPerSecond = null,
      factor = null,
      weight = valueFor(weights, domain)!,
    } = weighed.find(({ name }) => name === domain) ?? {}
    const weightFactor = factor === null ? null : Math.max(1, factor)
    return { domain, lambdaCapPerSecond, busyArrivalRatePerSecond, weightFactor, weight }
  })
  return { domains: actions, serviceTimeSource }
}
