/**
 * The recorded requests of [0, horizon) played `factor` times as fast: cut off at the horizon when it is
 * slower, begun anew as often as it takes when it is faster. Unlike requests left out or added at random
 * this keeps the spread of the gaps and their order, as the formulas do that scale the rate alone.
 * Seconds, ascending.
 */
export function scaleArrivals(
  seconds: Float64Array | number[],
  factor: number,
  horizonSeconds: number,
): Float64Array {
  const rounds = Math.ceil(factor)
  const scaled = new Float64Array(seconds.length * rounds)
  let count = 0
  for (let round = 0; round < rounds; round++) {
    for (const at of seconds) {
      const time = (at + round * horizonSeconds) / factor
      if (time >= horizonSeconds) break
      scaled[count++] = time
    }
  }
  return scaled.slice(0, count)
}
