import { type MissedInKOfN, missedInKOfN } from '../trigger/missed-in-k-of-n.ts'
import { DEFAULT_TRIGGER_RULE } from '../trigger/trigger-rule.ts'
import { keepsWithMargin, type TriggerWindow } from '../trigger/trigger-window.ts'
import {
  type HostMinute,
  MINUTE_SECONDS,
  type WeighedDomain,
  type WeighedHost,
} from './host-minute.ts'

/** What a guest asks of its host now. */
export interface DomainDemand extends WeighedDomain {
  /** Of the sum of the guests' weights. */
  share: number
  /** Whether it does anything at all. One that does not keeps its share: it costs nobody anything. */
  isBusy: boolean
  ratePerSecond: number
  /** CPU seconds per request; null where none of its requests was seen. */
  cpuSecondsPerRequest: number | null
  /** CPU seconds per second and pCPU of the host, at the high end of what chance allows. */
  load: number
  /** The newest value over the target. Null without either. */
  ratio: number | null
  /** Whether enough of the newest minutes missed the target, the newest nearly or quite. */
  isMissing: boolean
  /** Whether it kept its target with much to spare in each of the newest minutes. */
  isAtEase: boolean
}

const { closingMargin } = DEFAULT_TRIGGER_RULE

export interface MissRule {
  /** k: so many of the windows looked at must have missed the target. */
  missedWindows: number
  /** n */
  ofWindows: number
}

/** The load is that of the newest minutes, or of the two newest where those had more. */
const LOAD_MINUTES = 5
const SHORT_MINUTES = 2
/** CPU per request changes slowly, and a few minutes hold too few requests to tell. */
const DEMAND_MINUTES = 60
const PRESENT_MINUTES = 3
/** Of one pCPU; what an idle guest's timers use. */
const IDLE_USE = 0.005
/** How far below its target a domain with much to spare stays, as a fraction of it. */
const EASE_MARGIN = 0.3

/** @param minutes the newest last, one after the other */
export function measuredLoad(
  { pCpus, domains }: WeighedHost,
  minutes: readonly HostMinute[],
  rule: MissRule,
): DomainDemand[] {
  const total = domains.reduce((sum, { weight }) => sum + weight, 0)
  return domains.map((each): DomainDemand => {
    const own = minutes.map((minute) => minute.domains.find(({ domain }) => domain === each.domain))
    const requestsIn = (count: number) => sumOf(own.slice(-count), ({ requests }) => requests)
    const useIn = (count: number) =>
      sumOf(own.slice(-count), ({ cpuSeconds }) => cpuSeconds) / secondsOf(own.slice(-count))
    const requests = requestsIn(DEMAND_MINUTES)
    const cpuSecondsPerRequest =
      requests === 0
        ? null
        : sumOf(own.slice(-DEMAND_MINUTES), ({ cpuSeconds }) => cpuSeconds) / requests
    const rateIn = (count: number) => requestsIn(count) / secondsOf(own.slice(-count))
    const ratePerSecond = Math.max(rateIn(LOAD_MINUTES), rateIn(SHORT_MINUTES))
    // One standard deviation of a Poisson count: the rate may as well be that high.
    const highRate = ratePerSecond + Math.sqrt(ratePerSecond / secondsOf(own.slice(-LOAD_MINUTES)))
    const used = Math.max(useIn(LOAD_MINUTES), useIn(SHORT_MINUTES))
    const asked = cpuSecondsPerRequest === null ? used : highRate * cpuSecondsPerRequest
    const isBusy = requestsIn(PRESENT_MINUTES) > 0 || useIn(PRESENT_MINUTES) > IDLE_USE
    const { ratio, isMissing, isAtEase } = againstTarget(each, minutes, rule)
    return {
      ...each,
      share: each.weight / total,
      isBusy,
      ratePerSecond,
      cpuSecondsPerRequest,
      load: Math.min(asked, each.mostPCpus) / pCpus,
      ratio,
      // What became idle since misses nothing any more.
      isMissing: isMissing && isBusy,
      isAtEase,
    }
  })
}

/**
 * How a domain did against its target, by the same reckoning as where a hotspot opens. Null without
 * a target.
 */
export function missedMinutes(
  { domain, targetSeconds }: WeighedDomain,
  minutes: readonly HostMinute[],
  { missedWindows, ofWindows }: MissRule,
): MissedInKOfN<TriggerWindow> | null {
  if (targetSeconds === null) return null
  const windows = minutes.map(({ startEpochSeconds, domains }) => ({
    startEpochSeconds,
    seconds: MINUTE_SECONDS,
    valueSeconds: domains.find((each) => each.domain === domain)?.valueSeconds ?? null,
    targetSeconds,
  }))
  return missedInKOfN(windows, missedWindows, ofWindows)
}

function againstTarget(
  domain: WeighedDomain,
  minutes: readonly HostMinute[],
  rule: MissRule,
): Pick<DomainDemand, 'ratio' | 'isMissing' | 'isAtEase'> {
  const judged = missedMinutes(domain, minutes, rule)
  const newest = judged?.considered.at(-1)
  if (!judged || !newest) return { ratio: null, isMissing: false, isAtEase: judged === null }
  const { valueSeconds, targetSeconds } = newest
  return {
    ratio: valueSeconds / targetSeconds,
    // As where a hotspot opens: the newest minute must not have begun to recover.
    isMissing:
      judged.verdict === 'missed' && !keepsWithMargin(valueSeconds, targetSeconds, closingMargin),
    isAtEase: judged.considered.every((each) =>
      keepsWithMargin(each.valueSeconds, targetSeconds, EASE_MARGIN),
    ),
  }
}

function sumOf<T>(values: readonly (T | undefined)[], of: (value: T) => number): number {
  return values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : of(value)), 0)
}

function secondsOf(minutes: readonly unknown[]): number {
  return Math.max(1, minutes.length) * MINUTE_SECONDS
}
