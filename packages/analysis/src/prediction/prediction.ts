/** A predicted response time with its 90 % interval. */
export interface Prediction {
  seconds: number
  lowSeconds: number
  highSeconds: number
}

/** A model's own figure: the mean over its runs, and how far they differ by chance. */
export interface ModelTime {
  seconds: number
  /** Standard deviation of the logarithm of a single run; 0 for a formula. */
  logSpread: number
  /** 1 for a formula, which gives the same answer every time. */
  runs: number
  /**
   * A further spread of the logarithm where another model stands in for this one; left out for the
   * model's own figures.
   */
  doubt?: number
}

/** By domain; null where the model has no finite time. */
export type ModelTimes = ReadonlyMap<string, ModelTime | null>

/** Null without runs, or when one of them has no finite time. */
export function modelTimeOf(runs: readonly (number | null | undefined)[]): ModelTime | null {
  const seconds = runs.filter((run) => run !== null && run !== undefined)
  if (seconds.length === 0 || seconds.length < runs.length) return null
  return {
    seconds: seconds.reduce((sum, each) => sum + each, 0) / seconds.length,
    logSpread: spreadOfLogs(seconds),
    runs: seconds.length,
  }
}

/** The same figure in another measure, such as that of the worst target window. */
export function scaledTime(time: ModelTime | null, factor: number): ModelTime | null {
  return time && { ...time, seconds: time.seconds * factor }
}

/** Standard deviation of the logarithms; 0 for fewer than two values. */
export function spreadOfLogs(values: readonly number[]): number {
  if (values.length < 2) return 0
  const logs = values.map(Math.log)
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (logs.length - 1))
}
