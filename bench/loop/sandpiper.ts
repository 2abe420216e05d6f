import { forecastAr1, missedInKOfN, type TriggerWindow } from '@steelyard/loop'
import { sandpiperWeights } from '@steelyard/model'
import { MINUTE_SECONDS } from './clock.ts'
import type { Entrant } from './entrant.ts'
import { GUESTS } from './load-plan.ts'
import type { HostMinute, SimulatedHost, Weights } from './simulated-host.ts'

const K = 3
const N = 5
/** The paper does not say what it is; the product's. */
const W = 15

/**
 * SandPiper's rule as it is published, acting on weights: when 3 of 5 windows and the AR(1) forecast
 * miss a target, each domain that does gets its weight times lambda_peak / lambda_cap, if above 1. It
 * acts again once five windows under the new weights were seen. Nothing is taken from anybody, so
 * weights grow, up to Xen's bound.
 */
export function sandpiper(): Entrant {
  let recent: HostMinute[] = []
  return {
    async see({ minute, nowSeconds }, host) {
      if (minute === null) return []
      recent = [...recent.slice(1 - W), minute]
      const hot = GUESTS.filter(({ name, targetSeconds }) => {
        return targetSeconds !== null && isHot(windowsOf(recent, name, targetSeconds))
      })
      if (hot.length === 0) return []
      const before = host.weights
      const after = raised(before, hot, recent.slice(-N), host, nowSeconds)
      if (after === null) return []
      host.setWeights(after)
      recent = []
      return [{ atSeconds: nowSeconds, by: 'sandpiper' as const, before, after }]
    },
  }
}

function windowsOf(minutes: readonly HostMinute[], domain: string, targetSeconds: number) {
  return minutes.map(({ startSeconds, domains }): TriggerWindow => {
    const own = domains.find((each) => each.domain === domain)
    return {
      startEpochSeconds: startSeconds,
      seconds: MINUTE_SECONDS,
      valueSeconds: own?.valueSeconds ?? null,
      targetSeconds,
    }
  })
}

function isHot(windows: readonly TriggerWindow[]): boolean {
  if (windows.length < N || missedInKOfN(windows.slice(-N), K, N).verdict !== 'missed') return false
  const forecast = forecastAr1(windows.map(({ valueSeconds }) => valueSeconds))
  return forecast !== null && forecast.value >= windows[0]!.targetSeconds
}

/** Service times are those of the log, as published, and times are taken to be exponential. */
function raised(
  weights: Weights,
  hot: typeof GUESTS,
  windows: readonly HostMinute[],
  host: SimulatedHost,
  nowSeconds: number,
): Weights | null {
  const observed = host.observed(nowSeconds - N * MINUTE_SECONDS, nowSeconds)
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
  const after = {
    ...weights,
    ...Object.fromEntries(advice.map(({ name, weight }) => [name, weight])),
  }
  return advice.some(({ name, weight }) => weight !== weights[name]) ? after : null
}
