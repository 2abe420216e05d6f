import type { DomainLoad } from '@steelyard/model'

/** The fraction of the requests answered within `seconds`. */
export interface CdfPoint {
  seconds: number
  fraction: number
}

/** The steps between kept points, in the body and in the tail, allow 59 points at most. */
const STEP = 0.02
const TAIL = 0.95
const TAIL_STEP = 0.005

/**
 * The grid ends at 20,000 times its beginning: from the shortest service to any queue worth
 * showing.
 */
const GRID_POINTS = 500
const GRID_RATIO = 1.02

/** Response times for the distribution functions, the same for all domains for comparison. */
export function cdfGridSeconds({
  domains,
}: {
  domains: readonly Pick<DomainLoad, 'serviceTimeSeconds'>[]
}): number[] {
  const shortest = Math.min(...domains.map(({ serviceTimeSeconds }) => serviceTimeSeconds))
  const from = Math.max(shortest / 2, 1e-5)
  return Array.from({ length: GRID_POINTS }, (_, index) => from * GRID_RATIO ** index)
}

/** The twin's distribution function, at the points that a chart needs. */
export function responseCdf(
  cdf: readonly { mean: number }[],
  atSeconds: readonly number[],
): CdfPoint[] {
  return thinCdf(
    cdf.map(({ mean }, index) => ({
      seconds: atSeconds[index]!,
      fraction: mean,
    })),
  )
}

/**
 * Keeps the points that a chart needs, from the last one at zero to the first one at its final
 * value.
 */
export function thinCdf(cdf: readonly CdfPoint[]): CdfPoint[] {
  const end = cdf.at(-1)?.fraction ?? 0
  const kept: CdfPoint[] = []
  for (const [index, point] of cdf.entries()) {
    const last = kept.at(-1)
    if (last && last.fraction >= end) break
    const next = cdf[index + 1]
    const isStart = !last && (point.fraction > 0 || (next?.fraction ?? 0) > 0)
    const step = point.fraction > TAIL ? TAIL_STEP : STEP
    if (isStart || (last && (point.fraction - last.fraction >= step || point.fraction >= end))) {
      kept.push(point)
    }
  }
  return kept
}
