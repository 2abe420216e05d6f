/**
 * Stamps in whole seconds say nothing of the time within: each gets one at random, as if the requests
 * of a second had come independently of each other. Equal seeds give equal times.
 * @param times in seconds, ascending; changed in place
 */
export function spreadSeconds(times: Float64Array, seed: number): void {
  const random = mulberry32(seed)
  for (let index = 0; index < times.length; index++) times[index]! += random()
  times.sort()
}

/** Tommy Ettinger's generator of 32 bits of state: enough to scatter stamps, for nothing else. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
