import type { DomainResult, SandpiperResult } from '@steelyard/contract'
import {
  type EstimateOptions,
  type HostLoad,
  type SandpiperAction,
  type SandpiperDomain,
  sandpiperWeights,
  type Weights,
} from '@steelyard/model'
import { listNames } from './list-names.ts'

type DomainAction = SandpiperResult['domains'][number]

/** What SandPiper's rule makes of the same load and targets; the paper's comparison turns on it. */
export function sandpiperAction(
  domains: readonly DomainResult[],
  load: HostLoad,
  weights: Weights,
  { serviceTimeSource = 'log' }: EstimateOptions,
): SandpiperResult {
  const inputs = load.domains.map((own) => inputOf(own, domains))
  const weighed = sandpiperWeights(inputs, weights, { serviceTimeSource })
  const told = domains.map(({ domain, peakArrivalRatePerSecond }) => {
    const { lambdaCapPerSecond = null, factor = null } =
      weighed.find(({ name }) => name === domain) ?? {}
    const weightFactor = factor === null ? null : Math.max(1, factor)
    return { domain, lambdaCapPerSecond, peakArrivalRatePerSecond, weightFactor }
  })
  return { domains: told, statement: `${actionOf(told)} ${basis[serviceTimeSource]}` }
}

function inputOf(load: HostLoad['domains'][number], domains: readonly DomainResult[]) {
  const { target, peakArrivalRatePerSecond } = domains.find((d) => d.domain === load.name)!
  const targetMs = target?.responseTimeMs ?? null
  const input: SandpiperDomain = { load, peakArrivalRatePerSecond }
  return targetMs === null ? input : { ...input, targetSeconds: targetMs / 1000 }
}

const basis = {
  log: 'It takes the duration in the log for the service time; that contains the waiting, so the busier the host was, the lower λ_cap.',
  cpu: 'Its service time is here CPU time per request, with the variation of the log.',
}

function actionOf(domains: readonly DomainAction[]): string {
  const doing = (action: SandpiperAction) => domains.filter((each) => kindOf(each) === action)
  const [raised, hopeless, kept] = [doing('raise'), doing('impossible'), doing('keep')]
  const acts = [
    ...raised.map(raiseOf),
    ...(hopeless.length > 0 ? [`find no factor for ${namesOf(hopeless)} (λ_cap is 0)`] : []),
    ...(kept.length > 0 ? [keepOf(kept, raised.length + hopeless.length > 0)] : []),
  ]
  const unknown = namesOf(doing('unknown'))
  const silent = `of ${unknown} it lacks the target, or the arrivals and durations of a log.`
  if (acts.length === 0) return `SandPiper cannot say what to do: ${silent}`
  const said = `SandPiper would ${acts.join('; ')}.`
  return unknown === '' ? said : `${said} It is silent on the rest: ${silent}`
}

function kindOf({ lambdaCapPerSecond, weightFactor }: DomainAction): SandpiperAction {
  if (lambdaCapPerSecond === null) return 'unknown'
  if (weightFactor === null) return 'impossible'
  return weightFactor > 1 ? 'raise' : 'keep'
}

function raiseOf(action: DomainAction): string {
  const { domain, weightFactor, peakArrivalRatePerSecond: peak, lambdaCapPerSecond: cap } = action
  return `raise ${domain} ×${short(weightFactor!)}, because λ_peak is ${short(peak)}/s against λ_cap ${short(cap!)}/s`
}

function keepOf(kept: readonly DomainAction[], besides: boolean): string {
  return besides
    ? `leave ${namesOf(kept)}`
    : `do nothing: λ_peak is within λ_cap for ${namesOf(kept)}`
}

function namesOf(domains: readonly DomainAction[]): string {
  return listNames(domains.map(({ domain }) => domain))
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)))
}
