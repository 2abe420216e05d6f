import type { DomainLoad } from '@steelyard/model'

/** The fraction of the requests that are answered within so many seconds. */
export interface CdfPoint {
  seconds: number
  fraction: number
}

/** The steps between points that are kept, in the body and in the tail, allow 59 points at most. */
const STEP = 0.02
const TAIL = 0.95
const TAIL_STEP = 0.005

/** The grid ends at 20,000 times its beginning: from the shortest service to any queue worth showing. */
const GRID_POINTS = 500
const GRID_RATIO = 1.02

/** Response times to ask the distribution functions for: the same for all domains, to compare them. */
export function cdfGridSeconds({
  domains,
}: {
  domains: readonly Pick<DomainLoad, 'serviceTimeSeconds'>[]
}): number[] {
  const shortest = Math.min(...domains.map(({ serviceTimeSeconds }) => serviceTimeSeconds))
  const from = Math.max(shortest / 2, 1e-5)
  return Array.from({ length: GRID_POINTS }, (_, index) => from * GRID_RATIO ** index)
}

/** A distribution function as the twin gives it, at the points that a chart needs. */
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

/** The points that a chart needs, from the last at zero to the first at its end. */
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
