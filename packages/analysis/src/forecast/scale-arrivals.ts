/** Copies are shifted by up to this much, so that no two copies of a request coincide. */
const GREATEST_SHIFT_SECONDS = 30
const GOLDEN = 0.618_033_988_749_895

/** Gaps with a squared coefficient of variation below this come from a timer. */
const PERIODIC_BELOW = 0.25

/**
 * Generates `factor` times as many requests in [0, horizon), and keeps the pattern of the
 * recording: a recording that grows busier stays so. A factor above 1 stands for more users like
 * the recorded ones: whole copies and a random part of one more, each shifted by some seconds. A
 * factor below 1 keeps a random part. Requests sent by a timer (httperf) are spaced anew instead,
 * because a random part of them would no longer be periodic. The result is deterministic.
 * @returns seconds, ascending
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

/**
 * Request j arrives when the recording had counted j / factor requests; gaps are divided evenly.
 */
function spacedAnew(seconds: Float64Array, factor: number): Float64Array {
  const last = seconds.length - 1
  return Float64Array.from({ length: Math.floor(last * factor) + 1 }, (_, index) => {
    const before = Math.min(last, Math.floor(index / factor))
    const after = Math.min(last, before + 1)
    return seconds[before]! + (index / factor - before) * (seconds[after]! - seconds[before]!)
  })
}

/**
 * Maps a counter to 0..1, evenly and without pattern: the finaliser of MurmurHash3 (Appleby 2011).
 */
function uniform(counter: number): number {
  let bits = (counter + 1) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
