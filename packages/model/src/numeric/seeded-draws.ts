// Small generators of uniform numbers for tests and benchmarks, each with the sequence on which their
// figures rest. The twin draws with `Random`.

/** Tommy Ettinger's mulberry32: numbers in [0, 1), always the same for a seed below 2^32. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The same from a seed of any size; neighbouring seeds begin far from each other. */
export function uniform(seed: number): () => number {
  return mulberry32(seed * 2654435761)
}

/**
 * Park and Miller's generator (Communications of the ACM 31(10), 1988): numbers in (0, 1), always the
 * same for a seed from 1 to 2^31 - 2.
 * @param multiplier 16807 as they first published it, or 48271 as they recommended later
 */
export function parkMiller(seed: number, multiplier: 16807 | 48271): () => number {
  let state = seed
  return () => {
    state = (state * multiplier) % 2147483647
    return state / 2147483647
  }
}

/** An exponential number with mean 1, from one uniform number. */
export function exponential(draw: () => number): number {
  return -Math.log(1 - draw())
}

/** A standard normal number, from two uniform ones (Box and Muller, 1958). */
export function normal(draw: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
}
