import { DEFAULT_TRIGGER_RULE } from '../trigger/trigger-rule.ts'
import { keepsWithMargin, misses } from '../trigger/trigger-window.ts'
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
    return {
      ...each,
      share: each.weight / total,
      isBusy: requestsIn(PRESENT_MINUTES) > 0 || useIn(PRESENT_MINUTES) > IDLE_USE,
      ratePerSecond,
      cpuSecondsPerRequest,
      load: Math.min(asked, each.mostPCpus) / pCpus,
      ...againstTarget(
        each.targetSeconds,
        own.map((minute) => minute?.valueSeconds ?? null),
        rule,
      ),
    }
  })
}

function againstTarget(
  targetSeconds: number | null,
  values: readonly (number | null)[],
  { missedWindows, ofWindows }: MissRule,
): Pick<DomainDemand, 'ratio' | 'isMissing' | 'isAtEase'> {
  const newest = values.at(-1) ?? null
  if (targetSeconds === null || newest === null) {
    return { ratio: null, isMissing: false, isAtEase: targetSeconds === null }
  }
  const missed = values
    .slice(-ofWindows)
    .filter((value) => value !== null && misses(value, targetSeconds))
  const eased = values
    .slice(-PRESENT_MINUTES)
    .every((value) => value === null || keepsWithMargin(value, targetSeconds, EASE_MARGIN))
  return {
    ratio: newest / targetSeconds,
    // As where a hotspot opens: the newest minute must not have begun to recover.
    isMissing:
      missed.length >= missedWindows && !keepsWithMargin(newest, targetSeconds, closingMargin),
    isAtEase: eased,
  }
}

function sumOf<T>(values: readonly (T | undefined)[], of: (value: T) => number): number {
  return values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : of(value)), 0)
}

function secondsOf(minutes: readonly unknown[]): number {
  return Math.max(1, minutes.length) * MINUTE_SECONDS
}

/** CPU seconds per second and pCPU that all guests used in the two newest minutes. */
export function utilisationOf({ pCpus }: WeighedHost, minutes: readonly HostMinute[]): number {
  const newest = minutes.slice(-SHORT_MINUTES)
  const used = newest
    .flatMap(({ domains }) => domains)
    .reduce((sum, each) => sum + each.cpuSeconds, 0)
  return used / secondsOf(newest) / pCpus
}
