export type ScaleKind = 'linear' | 'log'

export interface ValueScale {
  kind: ScaleKind
  bottom: number
  top: number
  ticks: number[]
}

/**
 * An extreme estimate must not flatten the measured line, so values beyond this factor are clipped.
 */
const CLIP_BEYOND_FACTOR = 3

/**
 * The vertical axis of a response-time chart. A linear axis fits `anchors` (measured values and the
 * target) and clips values above three times the highest of them. A logarithmic axis holds
 * everything.
 */
export function valueScale(
  kind: ScaleKind,
  values: readonly number[],
  anchors: readonly number[],
): ValueScale {
  return kind === 'log' ? logScale([...values, ...anchors]) : linearScale(values, anchors)
}

function linearScale(values: readonly number[], anchors: readonly number[]): ValueScale {
  const limit = anchors.length > 0 ? CLIP_BEYOND_FACTOR * Math.max(...anchors) : Infinity
  const highest = Math.max(0, ...anchors, ...values.filter((value) => value <= limit))
  const step = niceStep((highest || 1) / 4)
  const count = Math.max(1, Math.ceil((highest * 1.04) / step))
  return {
    kind: 'linear',
    bottom: 0,
    top: count * step,
    ticks: Array.from({ length: count + 1 }, (_, index) => rounded(index * step)),
  }
}

function niceStep(rough: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * magnitude >= rough * 0.999) ?? 10
  return rounded(factor * magnitude)
}

function logScale(values: readonly number[]): ValueScale {
  const positive = values.filter((value) => value > 0)
  if (positive.length === 0) return { kind: 'log', bottom: 1, top: 10, ticks: [1, 10] }
  const lowest = Math.min(...positive)
  const highest = Math.max(...positive)
  const steps = oneTwoFive(lowest, highest)
  const bottom = steps.findLast((step) => step <= lowest) ?? lowest
  const top = steps.find((step) => step >= highest && step > bottom) ?? highest
  const inside = steps.filter((step) => step >= bottom && step <= top)
  const ends = inside.length > 9 ? inside.filter(isPowerOfTen) : inside
  return { kind: 'log', bottom, top, ticks: ends.length > 1 ? ends : [bottom, top] }
}

function oneTwoFive(lowest: number, highest: number): number[] {
  const from = Math.floor(Math.log10(lowest))
  const to = Math.ceil(Math.log10(highest)) + 1
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)).flatMap(
    (power) => [rounded(power), rounded(2 * power), rounded(5 * power)],
  )
}

function isPowerOfTen(value: number): boolean {
  return Number.isInteger(rounded(Math.log10(value)))
}

/** Removes binary rounding noise, so that 0.30000000000000004 reads 0.3. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
