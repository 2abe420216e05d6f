/** Copies are shifted by up to this much, so that no request comes twice at once. */
const GREATEST_SHIFT_SECONDS = 30
const GOLDEN = 0.618_033_988_749_895

/** Gaps that scatter less than this (variance over squared mean) are those of a clock. */
const PERIODIC_BELOW = 0.25

/**
 * `factor` times as many requests in [0, horizon), where and how the recorded ones come: a recording that
 * grows busier stays so. More users like the recorded ones: whole copies and a random part of one more,
 * each shifted by some seconds; fewer: a random part. What a clock sends (httperf) is spaced anew instead,
 * since a random part of it would be no clock's. The same each time. Seconds, ascending.
 */
export function scaleArrivals(
  seconds: Float64Array | number[],
  factor: number,
  horizonSeconds: number,
): Float64Array {
  const recorded = Float64Array.from(seconds)
  if (factor === 1 || recorded.length < 2) return recorded
  if (gapVariation(recorded) < PERIODIC_BELOW) return spacedAnew(recorded, factor)
  const span = Math.min(GREATEST_SHIFT_SECONDS, horizonSeconds)
  const scaled: number[] = []
  for (let copy = 0; copy < factor; copy++) {
    const shift = ((copy * GOLDEN) % 1) * span
    const part = Math.min(1, factor - copy)
    for (const [index, at] of recorded.entries()) {
      if (part < 1 && uniform(copy * recorded.length + index) >= part) continue
      scaled.push((at + shift) % horizonSeconds)
    }
  }
  return Float64Array.from(scaled).sort()
}

function gapVariation(seconds: Float64Array): number {
  const gaps = seconds.subarray(1).map((at, index) => at - seconds[index]!)
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return mean === 0 ? Number.POSITIVE_INFINITY : variance / mean ** 2
}

/** The j-th request comes when the recording had counted j / factor, gaps divided evenly. */
function spacedAnew(seconds: Float64Array, factor: number): Float64Array {
  const last = seconds.length - 1
  return Float64Array.from({ length: Math.floor(last * factor) + 1 }, (_, index) => {
    const before = Math.min(last, Math.floor(index / factor))
    const after = Math.min(last, before + 1)
    return seconds[before]! + (index / factor - before) * (seconds[after]! - seconds[before]!)
  })
}

/** 0..1 by a counter, evenly and without pattern: the finaliser of MurmurHash3 (Appleby 2011). */
function uniform(counter: number): number {
  let bits = (counter + 1) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
