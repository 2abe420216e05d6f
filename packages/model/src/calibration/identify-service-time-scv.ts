import type { Identified, ObservedDomain } from './calibration.ts'
import { ratio, type WorkLine, type WorkSample, weightedMean } from './identify.ts'

/** With fewer degrees of freedom, a variance estimate is too uncertain. */
const MIN_FREEDOM = 5

type Logged = NonNullable<ObservedDomain['logged']> & { isCalm: boolean }

/**
 * c_s^2 of a domain's demands: the lower of two upper bounds where there is one, otherwise the
 * maximum-entropy guess.
 * @returns null without CPU data
 */
export function identifyServiceTimeScv(
  work: WorkLine | null,
  samples: readonly WorkSample[],
  logged: readonly Logged[],
): Identified | null {
  if (!work) return null
  const bounds = [scatterOfCpu(work, samples), scatterOfCalmLog(logged)].filter((b) => b !== null)
  if (bounds.length === 0) return leastAssuming(work, logged)
  return bounds.reduce((least, bound) => (bound.value < least.value ? bound : least))
}

/**
 * The CPU time of a window is a sum of N demands, so its variance for given N is N Var(S) at any
 * load. Requests cut by the edges of a window, a varying CPU speed and clock offsets add to that,
 * which makes the estimate an upper bound.
 */
function scatterOfCpu(
  { perUnitSeconds, background }: WorkLine,
  samples: readonly WorkSample[],
): Identified | null {
  const freedom = samples.length - (background ? 2 : 1)
  if (freedom < MIN_FREEDOM) return null
  const x = perUnitSeconds.value
  const b = background?.value ?? 0
  const squares = samples.map(
    ({ seconds, units, workSeconds }) => ((workSeconds - b * seconds - x * units) / x) ** 2 / units,
  )
  const { value, standardError } = ratio(squares.map((top) => ({ top, bottom: 1 })))!
  const correction = samples.length / freedom
  return {
    value: value * correction,
    standardError: standardError && standardError * correction,
    n: samples.length,
  }
}

/** On a calm host a duration is a demand plus some waiting, which only adds to the variance. */
function scatterOfCalmLog(logged: readonly Logged[]): Identified | null {
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
function leastAssuming({ perUnitSeconds }: WorkLine, logged: readonly Logged[]): Identified | null {
  if (logged.length === 0) return null
  const shortest = Math.min(...logged.map(({ minSeconds }) => minSeconds))
  const value = Math.max(0, 1 - shortest / perUnitSeconds.value) ** 2
  return { value, standardError: null, n: logged.length }
}
