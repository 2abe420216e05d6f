import { uniform } from '@steelyard/model'
import type { RequestResult } from '@steelyard/simulator'

/**
 * So many durations as a window had requests, distributed as the simulation says of its server's log
 * or of its clients: it keeps a window's quantiles and not the single requests. Between two quantiles
 * durations are spread evenly in their logarithms; they come in random order. A window in which
 * nothing was answered has durations of a minute.
 */
export function durationsLike(
  distribution: RequestResult['loggedTime'] | undefined,
  requests: number,
  seed: number,
): number[] {
  if (!distribution || distribution.p50 === null)
    return Array<number>(requests).fill(UNANSWERED_SECONDS)
  const { p50, p90, p95, p99, max } = distribution
  const knots: [number, number][] = [
    [0, p50 / 10],
    [0.5, p50],
    [0.9, p90!],
    [0.95, p95!],
    [0.99, p99!],
    [1, max!],
  ]
  const draw = uniform(seed)
  const durations = Array.from({ length: requests }, (_, rank) =>
    between(knots, (rank + 0.5) / requests),
  )
  return shuffled(durations, draw)
}

const UNANSWERED_SECONDS = 60

function between(knots: readonly [number, number][], fraction: number): number {
  const above = knots.findIndex(([at]) => at >= fraction)
  const [[from, low], [to, high]] = [knots[above - 1]!, knots[above]!]
  return low * (high / low) ** ((fraction - from) / (to - from))
}

/** Fisher and Yates. */
function shuffled(values: number[], draw: () => number): number[] {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1))
    ;[values[last], values[other]] = [values[other]!, values[last]!]
  }
  return values
}
