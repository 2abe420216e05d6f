/** What durations would say of their server if they were in a unit: it tells wrong units from likely ones. */
export interface LogLoad {
  /** The median of the durations, or their mean where most are 0. Null without any above 0. */
  typicalSeconds: number | null
  /**
   * How many requests would be under way at once on average, by Little's law: the rate at which they
   * came, by the mean duration. Null when the lines are too few or show no time passing.
   */
  inFlight: number | null
  /** Whether all durations would be whole seconds. */
  isWholeSeconds: boolean
  /** Whether they are all the same, as a port or a process is. */
  isSteady: boolean
}

/** @param perSecond the rate at which the requests came; null when it is not known */
export function loadOf(durations: readonly number[], perSecond: number | null): LogLoad {
  const sum = durations.reduce((total, each) => total + each, 0)
  const mean = durations.length === 0 ? 0 : sum / durations.length
  const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)]
  return {
    typicalSeconds: median || mean || null,
    inFlight: perSecond === null ? null : perSecond * mean,
    isWholeSeconds: durations.every((each) => Number.isInteger(each)),
    isSteady: durations.every((each) => each === durations[0]),
  }
}

/** The middle, by its logarithm, of a millisecond and a second, between which most answers come. */
const USUAL_SECONDS = Math.sqrt(1e-3)
/** A quiet server may have nothing to do for hours, but few have more to do at once. */
const USUALLY_AT_MOST = 10
/** How much a factor of ten too many requests at once weighs against one in the duration. */
const CROWD = 0.5
/** Most logs are finer than whole seconds, and the same time is hardly ever taken twice. */
const WHOLE_SECONDS = 0.5
const STEADY = 1
/** Times so many factors of ten off are not worth suggesting. */
const OUT_OF_THE_QUESTION = 3.5

/** Two numbers so alike say nothing about which is the duration: the whole stands before its parts. */
const ALIKE = 0.1

/**
 * The index of the most probable of several ways to read a log: units differ by factors of a
 * thousand, so the usual length of an answer tells them apart, even where requests are rare. The
 * first of those that are alike; null where none is plausible.
 */
export function mostProbable(loads: readonly (LogLoad | null)[]): number | null {
  let best: { index: number; oddity: number } | null = null
  for (const [index, load] of loads.entries()) {
    const oddity = load ? oddityOf(load) : Number.POSITIVE_INFINITY
    if (oddity < (best ? best.oddity - ALIKE : OUT_OF_THE_QUESTION)) best = { index, oddity }
  }
  return best?.index ?? null
}

/** How many factors of ten lie between this and what is usual. */
function oddityOf({ typicalSeconds, inFlight, isWholeSeconds, isSteady }: LogLoad): number {
  if (typicalSeconds === null) return Number.POSITIVE_INFINITY
  const crowd = Math.max(0, Math.log10((inFlight ?? 0) / USUALLY_AT_MOST))
  return (
    Math.abs(Math.log10(typicalSeconds / USUAL_SECONDS)) +
    CROWD * crowd +
    (isWholeSeconds ? WHOLE_SECONDS : 0) +
    (isSteady ? STEADY : 0)
  )
}

/** Whether numbers without a unit are more probably seconds than a part of a second. */
export function areSeconds(numbers: readonly number[]): boolean {
  return (
    mostProbable(
      [1, 1e-3, 1e-6].map((unit) =>
        loadOf(
          numbers.map((n) => n * unit),
          null,
        ),
      ),
    ) === 0
  )
}
