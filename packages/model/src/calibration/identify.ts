import { mean, variance } from 'simple-statistics'
import type { IdentifiedValue } from './calibration.ts'

/** Work observed over a time, and the number of units it was done for. */
export interface WorkSample {
  seconds: number
  units: number
  workSeconds: number
}

/**
 * When rates vary less than this around their mean, work per unit cannot be separated from
 * background.
 */
const SPREAD = 0.2
const MIN_SAMPLES = 8

/** Sum of `top` over sum of `bottom`, with the standard error of a ratio of means. */
export function ratio(pairs: readonly { top: number; bottom: number }[]): IdentifiedValue | null {
  const bottom = pairs.reduce((sum, pair) => sum + pair.bottom, 0)
  if (!(bottom > 0)) return null
  const value = pairs.reduce((sum, pair) => sum + pair.top, 0) / bottom
  const n = pairs.length
  if (n < 2) return { value, standardError: null, n }
  const squares = pairs.reduce((sum, pair) => sum + (pair.top - value * pair.bottom) ** 2, 0)
  return { value, standardError: Math.sqrt((squares * n) / (n - 1)) / bottom, n }
}

/** Mean of numbers that each represent `weight` observations, with its standard error. */
export function weightedMean(
  values: readonly { value: number; weight: number }[],
): IdentifiedValue | null {
  return ratio(values.map(({ value, weight }) => ({ top: value * weight, bottom: weight })))
}

export interface WorkLine {
  perUnitSeconds: IdentifiedValue
  /** Work per second without any unit; null where it cannot be separated. */
  background: IdentifiedValue | null
}

/**
 * U = b + x lambda by least squares over the samples (utilisation law with background). The line is
 * used only where the rate varies enough and b is significant against its standard error. Otherwise
 * b = 0 and x is a ratio of sums, because a regression would mistake the random scatter of a
 * constant rate for a slope.
 */
export function workPerUnit(samples: readonly WorkSample[]): WorkLine | null {
  const plain = ratio(
    samples.map(({ units, workSeconds }) => ({ top: workSeconds, bottom: units })),
  )
  if (!plain) return null
  const line = fitLine(
    samples.map(({ units, seconds }) => units / seconds),
    samples.map(({ workSeconds, seconds }) => workSeconds / seconds),
  )
  if (!line || line.slope.value <= 0 || line.intercept.value <= 0) {
    return { perUnitSeconds: plain, background: null }
  }
  if (line.intercept.value < 2 * line.intercept.standardError!) {
    return { perUnitSeconds: plain, background: null }
  }
  return { perUnitSeconds: line.slope, background: line.intercept }
}

function fitLine(
  xs: readonly number[],
  ys: readonly number[],
): { slope: IdentifiedValue; intercept: IdentifiedValue } | null {
  const n = xs.length
  if (n < MIN_SAMPLES) return null
  const [centre, spread] = [mean([...xs]), variance([...xs])]
  if (!(Math.sqrt(spread) > SPREAD * centre)) return null
  const level = mean([...ys])
  const slope = xs.reduce((sum, x, i) => sum + (x - centre) * (ys[i]! - level), 0) / (n * spread)
  const intercept = level - slope * centre
  const noise = xs.reduce((sum, x, i) => sum + (ys[i]! - intercept - slope * x) ** 2, 0) / (n - 2)
  return {
    slope: { value: slope, standardError: Math.sqrt(noise / (n * spread)), n },
    intercept: {
      value: intercept,
      standardError: Math.sqrt(noise * (1 / n + centre ** 2 / (n * spread))),
      n,
    },
  }
}
