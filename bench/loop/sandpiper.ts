import { forecastAr1, missedInKOfN, type TriggerWindow } from '@steelyard/loop'
import { sandpiperWeights } from '@steelyard/model'
import { MINUTE_SECONDS } from './clock.ts'
import type { Entrant } from './entrant.ts'
import type { Guest } from './families.ts'
import type { Minute, SeenDomain, TendedHost, Weights } from './simulated-host.ts'

/** The paper does not say what it is; the product's. */
const W = 15

type PromisedGuest = Pick<Guest, 'name' | 'targetSeconds'>

interface SandpiperOptions {
  /** Acts when k of n minutes missed a target. */
  k: number
  n: number
  /** Least minutes between two actions; n minutes under the new weights are seen in any case. */
  pauseMinutes: number
  /** Whether Domain-0 keeps the credits that it needs. */
  guardsDomain0: boolean
}

/** NSDI 2007: 3 of 5 windows, and again once five windows under the new weights were seen. */
export const AS_PUBLISHED: SandpiperOptions = {
  k: 3,
  n: 5,
  pauseMinutes: 0,
  guardsDomain0: false,
}

/**
 * SandPiper's rule, acting on weights: when k of n windows and the AR(1) forecast miss a target, each
 * domain that does gets its weight times lambda_peak / lambda_cap, if above 1. Nothing is taken from
 * anybody, so weights grow, up to Xen's bound, unless Domain-0 is guarded.
 */
export function sandpiper(
  { guests, pCpus }: { guests: readonly PromisedGuest[]; pCpus: number },
  options: SandpiperOptions,
): Entrant {
  let recent: Minute<SeenDomain>[] = []
  let actedAt = Number.NEGATIVE_INFINITY
  return {
    async see({ minute, nowSeconds }, host) {
      if (minute === null) return []
      recent = [...recent.slice(1 - W), minute]
      if (nowSeconds - actedAt < options.pauseMinutes * MINUTE_SECONDS) return []
      const hot = guests.filter(({ name, targetSeconds }) => {
        return targetSeconds !== null && isHot(windowsOf(recent, name, targetSeconds), options)
      })
      if (hot.length === 0) return []
      const before = host.weights
      const windows = recent.slice(-options.n)
      const wanted = raised(before, hot, windows, host, nowSeconds)
      const after = options.guardsDomain0 ? guarded(wanted, windows, pCpus) : wanted
      if (Object.entries(after).every(([name, weight]) => weight === before[name])) return []
      host.setWeights(after)
      recent = []
      actedAt = nowSeconds
      return [{ atSeconds: nowSeconds, by: 'sandpiper' as const, before, after }]
    },
  }
}

function windowsOf(
  minutes: readonly Minute<SeenDomain>[],
  domain: string,
  targetSeconds: number,
): TriggerWindow[] {
  return minutes.map(({ startSeconds, domains }) => {
    const own = domains.find((each) => each.domain === domain)
    return {
      startEpochSeconds: startSeconds,
      seconds: MINUTE_SECONDS,
      valueSeconds: own?.valueSeconds ?? null,
      targetSeconds,
    }
  })
}

function isHot(windows: readonly TriggerWindow[], { k, n }: SandpiperOptions): boolean {
  if (windows.length < n || missedInKOfN(windows.slice(-n), k, n).verdict !== 'missed') return false
  const forecast = forecastAr1(windows.map(({ valueSeconds }) => valueSeconds))
  return forecast !== null && forecast.value >= windows[0]!.targetSeconds
}

/** Service times are those of the log, as published, and times are taken to be exponential. */
function raised(
  weights: Weights,
  hot: readonly PromisedGuest[],
  windows: readonly Minute<SeenDomain>[],
  host: TendedHost,
  nowSeconds: number,
): Weights {
  const observed = host.observed(nowSeconds - windows.length * MINUTE_SECONDS, nowSeconds)
  const advice = sandpiperWeights(
    hot.map(({ name, targetSeconds }) => {
      const own = observed.filter(({ domain }) => domain === name)
      const durations = own.flatMap(({ requests }) => requests?.duration ?? [])
      const count = durations.reduce((sum, each) => sum + each.count, 0)
      const meanSeconds =
        durations.reduce((sum, each) => sum + each.count * each.meanSeconds, 0) / count
      const rates = windows.map(
        ({ domains }) =>
          (domains.find(({ domain }) => domain === name)?.requests ?? 0) / MINUTE_SECONDS,
      )
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
      return {
        load: {
          name,
          arrivalRatePerSecond: mean,
          serviceTimeSeconds: meanSeconds,
          logServiceTimeSeconds: meanSeconds,
          logServiceTimeVarianceSeconds2: meanSeconds ** 2,
          interArrivalVarianceSeconds2: mean ** -2,
        },
        busyArrivalRatePerSecond: Math.max(...rates),
        targetSeconds: targetSeconds!,
      }
    }),
    { ...weights },
  )
  return {
    ...weights,
    ...Object.fromEntries(advice.map(({ name, weight }) => [name, weight])),
  }
}

/** Domain-0 gets twice what it used of the credits, and a 21st at least: 256 beside 5120. */
const DOMAIN0_TIMES_ITS_USE = 2
const DOMAIN0_LEAST = 1 / 21

/** Scales the guests' weights down together until Domain-0 has the credits that it needs. */
function guarded(weights: Weights, windows: readonly Minute<SeenDomain>[], pCpus: number): Weights {
  const usedSeconds = windows.reduce((sum, each) => sum + each.domain0CpuSeconds, 0)
  const use = usedSeconds / (windows.length * MINUTE_SECONDS * pCpus)
  const credits = Math.max(DOMAIN0_LEAST, DOMAIN0_TIMES_ITS_USE * use)
  const { 'Domain-0': domain0, ...guests } = weights
  const sum = Object.values(guests).reduce((total, weight) => total + weight, 0)
  const factor = Math.min(1, (domain0! * (1 / credits - 1)) / sum)
  const scaled = Object.entries(guests).map(([name, weight]) => [
    name,
    Math.max(1, Math.floor(weight * factor)),
  ])
  return { 'Domain-0': domain0!, ...Object.fromEntries(scaled) }
}
