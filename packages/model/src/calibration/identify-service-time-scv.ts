import { nnls } from '../numeric/nnls.ts'
import type { IdentifiedValue, ObservedDomain } from './calibration.ts'
import { ratio, type WorkLine, type WorkSample, weightedMean } from './identify.ts'

/** With fewer degrees of freedom, a variance estimate is too uncertain. */
const MIN_FREEDOM = 5

/**
 * L^2 / N up to which a window shows how demands scatter, for L requests in flight and N completed
 * ones. In a queue the work done so far on those in flight grows and falls together, so the variance
 * of what remains of it after the correction grows with (L x)^2, against N Var(S). Chosen on simulated
 * hosts at 40 to 95 %.
 */
const MOST_IN_FLIGHT = 1

type Logged = NonNullable<ObservedDomain['logged']> & { isCalm: boolean }

/** A window's CPU time; `units` are the requests completed in it. */
export interface ScatterSample extends WorkSample {
  /** Requests that began in the window; null where begin and end are not told apart. */
  begun: number | null
  /** Mean number of requests in flight; null without a log of durations. */
  inFlight: number | null
}

/**
 * c_s^2 of a domain's demands. CPU times and the log of a calm host each bound it from above, and
 * the lower bound counts. CPU times tell least of windows with many requests in flight, which are
 * left out as long as enough others remain. Where requests queued in most windows or nothing bounds
 * it, the maximum-entropy guess counts if it is lower still: a queue that is mistaken for variation
 * of demands would be expected to persist under any weights.
 * @returns null without CPU data
 */
export function identifyServiceTimeScv(
  work: WorkLine | null,
  samples: readonly ScatterSample[],
  logged: readonly Logged[],
): IdentifiedValue | null {
  if (!work) return null
  const uncrowded = samples.filter((sample) => !isCrowded(sample))
  const scatter = scatterOfCpu(work, uncrowded) ?? scatterOfCpu(work, samples)
  const bounds = [scatter, scatterOfCalmLog(logged)].filter((bound) => bound !== null)
  const isDoubtful = bounds.length === 0 || uncrowded.length < samples.length / 2
  const guess = isDoubtful ? leastAssuming(work, logged) : null
  return [...bounds, ...(guess ? [guess] : [])].reduce<IdentifiedValue | null>(
    (least, bound) => (least && least.value <= bound.value ? least : bound),
    null,
  )
}

/** A queue that built up or drained within the window leaves many in flight at one of its edges. */
function isCrowded({ inFlight, begun, units }: ScatterSample): boolean {
  const atEdges = Math.max(inFlight ?? 0, Math.abs((begun ?? units) - units))
  return atEdges ** 2 > MOST_IN_FLIGHT * units
}

/**
 * The CPU time of a window is a sum of N demands, so its variance for given N is N Var(S) at any
 * load, but for the requests that an edge of the window cuts: work done on them before the edge
 * belongs to the last window. The residuals are therefore those of
 *
 * CPU time = x [(1 - theta) completed + theta begun] + b seconds,
 *
 * by least squares weighted by 1 / N, with theta between 0 and 1, the part of a cut demand that is
 * done. b is left out where no background was found, and fitted anew otherwise, because queues
 * distort it. The change in the number of requests in flight thus serves as a control variate
 * (Lavenberg and Welch, Management Science 27(3), 1981); to use it for demands is ours. What remains
 * of the cut requests, a varying CPU speed and clock offsets add to the variance, so the estimate is
 * an upper bound.
 */
function scatterOfCpu(
  { background }: WorkLine,
  samples: readonly ScatterSample[],
): IdentifiedValue | null {
  const isCut = samples.some(({ begun, units }) => begun !== null && begun !== units)
  const freedom = samples.length - 1 - (isCut ? 1 : 0) - (background ? 1 : 0)
  if (freedom < MIN_FREEDOM) return null
  const rows = samples.map(({ units, begun, seconds }) =>
    [units, isCut ? (begun ?? units) : 0, background ? seconds : 0].map(
      (column) => column / Math.sqrt(units),
    ),
  )
  const work = samples.map(({ workSeconds, units }) => workSeconds / Math.sqrt(units))
  const [completed = 0, started = 0, idle = 0] = nnls(rows, work)
  const x = completed + started
  if (x === 0) return null
  const squares = rows.map(([ofCompleted, ofBegun, ofIdle], k) => {
    const fitted = completed * ofCompleted! + started * ofBegun! + idle * ofIdle!
    return { top: ((work[k]! - fitted) / x) ** 2, bottom: 1 }
  })
  const { value, standardError } = ratio(squares)!
  const correction = samples.length / freedom
  return {
    value: value * correction,
    standardError: standardError && standardError * correction,
    n: samples.length,
  }
}

/** On a calm host a duration is a demand plus some waiting, which only adds to the variance. */
function scatterOfCalmLog(logged: readonly Logged[]): IdentifiedValue | null {
  return weightedMean(
    logged
      .filter(({ isCalm }) => isCalm)
      .map(({ meanSeconds, varianceSeconds2, count }) => ({
        value: varianceSeconds2 / meanSeconds ** 2,
        weight: count,
      })),
  )
}

/**
 * Known are the mean demand x and the shortest duration m; hardly any demand is shorter. Of all
 * distributions consistent with that, the exponential shifted by m has the greatest entropy, and
 * its c_s^2 is (1 - m / x)^2.
 */
function leastAssuming(
  { perUnitSeconds }: WorkLine,
  logged: readonly Logged[],
): IdentifiedValue | null {
  if (logged.length === 0) return null
  const shortest = Math.min(...logged.map(({ minSeconds }) => minSeconds))
  const value = Math.max(0, 1 - shortest / perUnitSeconds.value) ** 2
  return { value, standardError: null, n: logged.length }
}
