import type { Random } from '@steelyard/model'

/** Fewer stamps say too little about how evenly requests came. */
const LEAST_STAMPS = 30
/** With fewer requests to a stamp there is hardly an order to restore. */
const LEAST_PER_STAMP = 2

/**
 * Draws where within the resolution of their stamps requests arrived. Requests that come as a
 * Poisson process are independent of each other within a stamp. Where the numbers of requests differ
 * less from one stamp to the next than chance would make them, requests came more evenly, so they
 * are drawn towards even gaps, by as much as gives gaps of that variation.
 *
 * @param times in seconds, ascending; those that are no stamps count as drawn by chance
 * @returns times in ascending order, each less than the resolution after its stamp
 */
export function spreadInStamps(
  times: Float64Array,
  resolutionSeconds: number,
  random: Random,
): Float64Array {
  const chance = Math.sqrt(scvByCounts(times, resolutionSeconds))
  const phase = chance < 1 ? random.uniform() : 0
  const drawn = times.map((time) => time + random.uniform() * resolutionSeconds).sort()
  if (chance === 1) return drawn
  let first = 0
  for (let index = 1; index <= times.length; index++) {
    if (index < times.length && times[index] === times[first]) continue
    const count = index - first
    for (let k = 0; k < count; k++) {
      const even = times[first]! + ((k + phase) / count) * resolutionSeconds
      drawn[first + k] = (1 - chance) * even + chance * drawn[first + k]!
    }
    first = index
  }
  return drawn
}

/**
 * Squared coefficient of variation of the gaps, at most 1, by the index of dispersion of counts: of
 * a renewal process, the variance of the number of events in a long time over its mean. The variance
 * comes from differences between successive counts, so that a rate that changes slowly does not
 * count as variation (von Neumann 1941). 1 also where Poisson arrivals would give so small an index
 * in one case out of forty.
 */
function scvByCounts(times: Float64Array, resolutionSeconds: number): number {
  const counts = countsBetween(times, resolutionSeconds)
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  if (counts.length < LEAST_STAMPS || mean < LEAST_PER_STAMP) return 1
  if (!areStamps(times, resolutionSeconds)) return 1
  const squares = counts.slice(1).reduce((sum, count, k) => sum + (count - counts[k]!) ** 2, 0)
  const index = squares / (counts.length - 1) / 2 / mean
  const isByChance = index > 1 - 2 * Math.sqrt((3 + 1 / mean) / counts.length)
  return isByChance ? 1 : index
}

/** Times that differ by less than the resolution are not stamps of it. */
function areStamps(times: Float64Array, resolutionSeconds: number): boolean {
  return times.every((time, index) => {
    const gap = time - (times[index - 1] ?? time)
    return gap === 0 || gap > 0.999 * resolutionSeconds
  })
}

/** Requests of each stamp; not of the first and the last, whose time may be cut short. */
function countsBetween(times: Float64Array, resolutionSeconds: number): number[] {
  if (times.length === 0) return []
  const stampOf = (time: number) => Math.round((time - times[0]!) / resolutionSeconds)
  const counts = new Array<number>(stampOf(times.at(-1)!) + 1).fill(0)
  for (const time of times) counts[stampOf(time)]!++
  return counts.slice(1, -1)
}
