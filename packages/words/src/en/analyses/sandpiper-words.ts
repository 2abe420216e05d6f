import type { SandpiperDomainAction, SandpiperResult } from '@steelyard/analysis'
import { formatBrief, formatList } from '@steelyard/contract/format'
import type { SandpiperAction } from '@steelyard/model'

/** What SandPiper would do with each domain, and what it takes for the service time. */
export function sandpiperWords({ domains, serviceTimeSource }: SandpiperResult): string {
  return `${actionOf(domains)} ${BASIS[serviceTimeSource]}`
}

const BASIS = {
  log: 'It takes the duration in the log for the service time. That includes the waiting: the busier the host was, the lower the rate that it says can be served.',
  cpu: 'Here its service time is the CPU time per request, with the variation of the log.',
}

function actionOf(domains: readonly SandpiperDomainAction[]): string {
  const doing = (action: SandpiperAction) => domains.filter((each) => kindOf(each) === action)
  const [raised, hopeless, kept] = [doing('raise'), doing('impossible'), doing('keep')]
  const acts = [
    ...raised.map(raiseOf),
    ...(hopeless.length > 0
      ? [`find no factor for ${namesOf(hopeless)} (no rate would meet the target)`]
      : []),
    ...(kept.length > 0 ? [keepOf(kept, raised.length + hopeless.length > 0)] : []),
  ]
  const unknown = namesOf(doing('unknown'))
  const silent = `for ${unknown}, the target or the arrivals and durations of a log are missing.`
  if (acts.length === 0) return `SandPiper cannot say what to do: ${silent}`
  const said = `SandPiper would ${acts.join('; ')}.`
  return unknown === '' ? said : `${said} It is silent on the rest: ${silent}`
}

export function kindOf({
  lambdaCapPerSecond,
  weightFactor,
}: SandpiperDomainAction): SandpiperAction {
  if (lambdaCapPerSecond === null) return 'unknown'
  if (weightFactor === null) return 'impossible'
  return weightFactor > 1 ? 'raise' : 'keep'
}

function raiseOf(action: SandpiperDomainAction): string {
  const { domain, weightFactor, busyArrivalRatePerSecond: busy, lambdaCapPerSecond: cap } = action
  return `raise ${domain} ×${formatBrief(weightFactor!)}, because it receives ${formatBrief(busy)}/s in busy windows and can serve ${formatBrief(cap!)}/s within its target`
}

function keepOf(kept: readonly SandpiperDomainAction[], besides: boolean): string {
  return besides
    ? `leave ${namesOf(kept)}`
    : `do nothing: ${namesOf(kept)} can serve what they receive in busy windows`
}

function namesOf(domains: readonly SandpiperDomainAction[]): string {
  return formatList(domains.map(({ domain }) => domain))
}
