import { upperMedian } from '@steelyard/model'
import type { HostResult } from './assess-host.ts'
import { type ChoiceId, choiceIds, type Gain, statedAt } from './judge-host.ts'
import type { Measurer } from './play-host.ts'

/** Where targets and times are looked at; `stated` is where the operator looks. */
export type View = Measurer | 'stated'

/** A gain beyond this that is left on the table is missed help. */
const HELP = 0.15

export interface ChoiceSummary {
  /** Hosts whose weights it changes. */
  changed: number
  /** Hosts whose objective it made worse by more than the noise. */
  harmed: number
  /** Points of gain lost against the optimum, hosts that are left alone counted. */
  meanRegret: number
  medianRegret: number
  worstGain: number
  targetsMet: number
}

export interface HostsSummary {
  hosts: number
  targets: number
  /** Hosts left alone though the optimum is much better or keeps all targets. */
  missedHelp: number
  /** Of these: the targets were met, so the product left the weights alone on purpose. */
  missedWithTargetsMet: number
  /** Hosts of which the verdict says `migrate` although weights keep all targets. */
  migratedInVain: number
  /** Targets that the optimum meets. */
  optimumMeets: number
  analysisCpuSeconds: { median: number; most: number }
  byChoice: Record<ChoiceId, ChoiceSummary>
}

export function summariseHosts(results: readonly HostResult[], view: View): HostsSummary {
  const seconds = results.map(({ answer }) => answer.cpuSeconds)
  const missed = results.filter((result) => missesHelp(result, view))
  const summaries = choiceIds.map((id) => [id, summaryOf(results, id, view)] as const)
  return {
    hosts: results.length,
    targets: sum(results.map(({ targets }) => Object.keys(targets).length)),
    missedHelp: missed.length,
    missedWithTargetsMet: missed.filter(({ answer }) => answer.advice === 'targets-met').length,
    migratedInVain: results.filter((result) => migratesInVain(result, view)).length,
    optimumMeets: sum(results.map((result) => optimumOf(result, view).targetsMet)),
    analysisCpuSeconds: { median: upperMedian(seconds)!, most: Math.max(...seconds) },
    byChoice: Object.fromEntries(summaries) as HostsSummary['byChoice'],
  }
}

export function gainIn({ choices, targets }: HostResult, id: ChoiceId, view: View): Gain {
  return choices[id].judged[view === 'stated' ? statedAt(targets) : view]
}

/** The best of all that was judged, doing nothing included. */
export function optimumOf(result: HostResult, view: View): Gain {
  return choiceIds
    .map((id) => gainIn(result, id, view))
    .reduce((best, each) => (each.gain > best.gain ? each : best))
}

export function isHarmed(result: HostResult, id: ChoiceId, view: View): boolean {
  const { gain, noise } = gainIn(result, id, view)
  return gain < -noise
}

/** The product does nothing although weights would help, or keep all targets of which one is missed. */
export function missesHelp(result: HostResult, view: View): boolean {
  if (result.answer.product) return false
  const all = Object.keys(result.targets).length
  const best = optimumOf(result, view)
  const isMissed = gainIn(result, 'nothing', view).targetsMet < all
  return best.gain - best.noise > HELP || (isMissed && best.targetsMet === all)
}

export function migratesInVain(result: HostResult, view: View): boolean {
  const all = Object.keys(result.targets).length
  return result.answer.verdict === 'migrate' && optimumOf(result, view).targetsMet === all
}

export function regretOf(result: HostResult, id: ChoiceId, view: View): number {
  return optimumOf(result, view).gain - gainIn(result, id, view).gain
}

function summaryOf(results: readonly HostResult[], id: ChoiceId, view: View): ChoiceSummary {
  const regrets = results.map((result) => regretOf(result, id, view))
  return {
    changed: results.filter(({ choices }) => differs(choices[id].weights, choices.nothing.weights))
      .length,
    harmed: results.filter((result) => isHarmed(result, id, view)).length,
    meanRegret: sum(regrets) / regrets.length,
    medianRegret: upperMedian(regrets)!,
    worstGain: Math.min(...results.map((result) => gainIn(result, id, view).gain)),
    targetsMet: sum(results.map((result) => gainIn(result, id, view).targetsMet)),
  }
}

function differs(one: Record<string, number>, other: Record<string, number>): boolean {
  return Object.entries(one).some(([name, weight]) => other[name] !== weight)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
