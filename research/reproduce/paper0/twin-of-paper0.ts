import { percentile95 } from '@steelyard/model'
import { type IntervalsOf, type RequestResult, replicate, simulate } from '@steelyard/simulator'
import {
  hostInARow,
  hostInInterval,
  type PlayOptions,
  type RowOptions,
  startsOf,
} from '../../papers/paper0/host-of-paper0.ts'
import type { Interval, Rates } from '../../papers/paper0/intervals.ts'

export interface SimulatedVm {
  mean: number
  /** Half-width of the 95 % confidence interval over the phases. */
  meanHalfWidth: number
  p95: number
  standardDeviation: number
  /** The durations in the server's log, which begin when the guest first works on the request. */
  logged: { mean: number; standardDeviation: number }
}

export type ThreeVms = readonly [SimulatedVm, SimulatedVm, SimulatedVm]

/**
 * The paper does not give the phase of each arrival stream, on which much depends, so it is drawn
 * anew in each of a hundred runs.
 */
const phases = { seed: 1, replications: 100 }
const drainSeconds = 10

/** Plays one interval by itself. */
export function play(rates: Rates, options?: PlayOptions): ThreeVms
export function play(rates: readonly number[], options?: PlayOptions): readonly SimulatedVm[]
export function play(rates: readonly number[], options?: PlayOptions): readonly SimulatedVm[] {
  const { domains } = replicate(hostInInterval(rates, options), {
    ...phases,
    horizonSeconds: 32,
    warmupSeconds: 2,
    drainSeconds,
  })
  return simulatedVms(domains)
}

/** Plays the intervals of a table one after the other. */
export function playInARow(intervals: readonly Interval[], options?: RowOptions): ThreeVms[] {
  const starts = startsOf(intervals)
  const { windows } = replicate(hostInARow(intervals, options), {
    ...phases,
    horizonSeconds: starts.at(-1)!,
    boundariesSeconds: starts.slice(1, -1),
    drainSeconds,
  })
  return windows.map(({ domains }) => simulatedVms(domains) as unknown as ThreeVms)
}

function simulatedVms(
  domains: readonly { requests: IntervalsOf<RequestResult> | null }[],
): SimulatedVm[] {
  return domains.flatMap(({ requests }) => {
    if (!requests) return []
    const { responseTime, loggedTime } = requests
    return {
      mean: responseTime.mean!.mean,
      meanHalfWidth: responseTime.mean!.halfWidth!,
      p95: responseTime.p95!.mean,
      standardDeviation: responseTime.standardDeviation!.mean,
      logged: {
        mean: loggedTime.mean!.mean,
        standardDeviation: loggedTime.standardDeviation!.mean,
      },
    }
  })
}

/** The product's windows. */
const windowSeconds = 10

/**
 * The 95th percentile of the means of the windows in each interval, by VM: a mean over the phases,
 * as in `playInARow`.
 */
export function peaksOfMeans(intervals: readonly Interval[], options?: RowOptions): number[][] {
  const peaks = Array.from({ length: phases.replications }, (_, run) =>
    peaksInOneRun(intervals, phases.seed + run, options),
  )
  const vms = [0, 1, 2]
  return intervals.map((_, interval) =>
    vms.map((vm) => sum(peaks.map((peak) => peak[interval]![vm]!)) / peaks.length),
  )
}

function peaksInOneRun(
  intervals: readonly Interval[],
  seed: number,
  options?: RowOptions,
): number[][] {
  const starts = startsOf(intervals)
  const horizonSeconds = starts.at(-1)!
  const edges = Array.from(
    { length: horizonSeconds / windowSeconds - 1 },
    (_, index) => (index + 1) * windowSeconds,
  )
  const host = hostInARow(intervals, options)
  const { windows } = simulate(host, {
    seed,
    horizonSeconds,
    boundariesSeconds: edges,
    drainSeconds,
  })
  return intervals.map(({ seconds }, interval) => {
    const from = starts[interval]!
    const within = windows.filter(
      ({ startSeconds }) => startSeconds >= from && startSeconds < from + seconds,
    )
    return host.guests.map(({ name }) => {
      const means = within.flatMap(({ domains }) => {
        const { requests } = domains.find((domain) => domain.name === name)!
        return requests?.responseTime.mean ?? []
      })
      return percentile95(means)!
    })
  })
}

export const meansOf = (played: readonly SimulatedVm[]) => played.map(({ mean }) => mean)
export const p95sOf = (played: readonly SimulatedVm[]) => played.map(({ p95 }) => p95)
export const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
