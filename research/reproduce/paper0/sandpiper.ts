import {
  type DomainLoad,
  ESTIMATORS,
  type SandpiperWeight,
  sandpiperWeights,
} from '@steelyard/model'
import { equalWeights, paperLoad } from '@steelyard/model/testing'
import { type Rates, serviceTimes } from '../../papers/paper0/intervals.ts'
import { targets } from '../../papers/paper0/targets.ts'
import type { SimulatedVm } from './twin-of-paper0.ts'

/**
 * The service times that SandPiper works with, by VM. The paper takes the durations in the log,
 * which contain waiting.
 */
export interface Durations {
  mean: number
  standardDeviation: number
}

export const asLogged = (played: readonly SimulatedVm[]): Durations[] =>
  played.map(({ logged }) => logged)

/** The CPU time itself, which is the same for every request. */
export const asCpuTime: readonly Durations[] = serviceTimes.map((mean) => ({
  mean,
  standardDeviation: 0,
}))

/** Even arrivals have no variance. */
function loads(rates: Rates, durations: readonly Durations[], arrivalVariation = 0): DomainLoad[] {
  return paperLoad(rates).domains.map((domain, vm) => ({
    ...domain,
    interArrivalVarianceSeconds2: (arrivalVariation / rates[vm]!) ** 2,
    logServiceTimeSeconds: durations[vm]!.mean,
    logServiceTimeVarianceSeconds2: durations[vm]!.standardDeviation ** 2,
  }))
}

/** Estimates of the response time by VM; infinite where the log's durations fill all the time. */
export function sandpiperTimes(rates: Rates, durations: readonly Durations[]): number[] {
  const load = { ...paperLoad(rates), domains: loads(rates, durations) }
  const { domains } = ESTIMATORS.sandpiper.estimate(load, equalWeights)
  return domains.map(({ responseTimeSeconds }) => responseTimeSeconds ?? Number.POSITIVE_INFINITY)
}

/** SandPiper's rule with the targets of Table 3. */
export function sandpiperRule(
  rates: Rates,
  durations: readonly Durations[],
  arrivalVariation = 0,
): SandpiperWeight[] {
  return ruleFor(loads(rates, durations, arrivalVariation))
}

/** The same for measured loads of vm1 to vm3. */
export function ruleFor(domains: readonly DomainLoad[]): SandpiperWeight[] {
  return sandpiperWeights(
    domains.map((load, vm) => ({
      load,
      busyArrivalRatePerSecond: load.arrivalRatePerSecond,
      targetSeconds: targets[vm]!,
    })),
    equalWeights,
  )
}

/** With Poisson arrivals and exponential requests of these mean CPU times. */
export function exponentialRule(rates: Rates): SandpiperWeight[] {
  return sandpiperRule(
    rates,
    asCpuTime.map(({ mean }) => ({ mean, standardDeviation: mean })),
    1,
  )
}

/** Whether SandPiper finds that every VM can serve its load and keep its target. */
export const copes = (rule: readonly SandpiperWeight[]) =>
  rule.every(({ action }) => action === 'keep')

/** Such as 1.68 / impossible / 0.38: the factors that the weights would need. */
export function factorsOf(rule: readonly SandpiperWeight[]): string {
  return rule.map(({ factor }) => factor?.toFixed(2) ?? 'impossible').join(' / ')
}
