import type { ShareRange } from '../change/bounds.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'
import { modelledHost, type RatiosAt, ratiosBy } from './modelled-host.ts'
import { areOutOfReach } from './out-of-reach.ts'

/** The worst time over target must fall by this part, */
const LEAST_FALL = 0.25
/** and come within its target: what merely hurts less is paid for by others. */
const IN_REACH = 1
/** Shares move by these steps, one after the other; the last is the finest. Ours, not the papers'. */
const STEPS = [0.08, 0.04, 0.02]
/** A smaller fall of the worst time over target is rounding. */
const LEAST_BETTER = 1e-6

/**
 * The shares at which the worst time over target is least as SDPS predicts it for the load of the
 * newest minutes, downhill from those in force. Null where it falls by less than a quarter or stays
 * out of reach.
 */
export function tuneByModel(
  host: WeighedHost,
  demands: readonly DomainDemand[],
  ranges: readonly ShareRange[],
): Map<string, number> | null {
  const modelled = modelledHost(host, demands)
  if (areOutOfReach(modelled, ranges)) return null
  const shares = demands.map(({ share }) => share)
  const ratiosAt = ratiosBy(modelled, ranges)
  const worstBefore = Math.max(0, ...ratiosAt(shares))
  const best = downhill(shares, ratiosAt, ranges)
  if (!(best.worst < (1 - LEAST_FALL) * worstBefore && best.worst < IN_REACH)) return null
  return new Map(demands.map(({ domain }, index) => [domain, best.shares[index]!]))
}

interface Point {
  shares: readonly number[]
  ratios: readonly number[]
  /** The greatest of them. */
  worst: number
}

/**
 * Whoever is worst gets a step from whoever it helps most to take it from; where that does not help,
 * any step between any two. It ends where no step of the last length is better.
 */
function downhill(
  from: readonly number[],
  ratiosAt: RatiosAt,
  ranges: readonly ShareRange[],
): Point {
  const pointAt = (shares: readonly number[]): Point => {
    const ratios = ratiosAt(shares)
    return { shares, ratios, worst: Math.max(0, ...ratios) }
  }
  const best = (moves: readonly number[][], than: Point): Point | null => {
    let least: Point | null = null
    for (const moved of moves) {
      const point = pointAt(moved)
      if (point.worst < (least ?? than).worst - LEAST_BETTER) least = point
    }
    return least
  }
  let at = pointAt(from)
  for (const step of STEPS) {
    for (;;) {
      const worst = at.ratios.indexOf(at.worst)
      const better =
        best(movesFrom(at.shares, step, ranges, worst), at) ??
        best(movesFrom(at.shares, step, ranges), at)
      if (!better) break
      at = better
    }
  }
  return at
}

/** One step from each domain to each other, or to one. */
function movesFrom(
  shares: readonly number[],
  step: number,
  ranges: readonly ShareRange[],
  toOne?: number,
): number[][] {
  return ranges.flatMap(({ minShare }, from) =>
    ranges.flatMap(({ maxShare }, to) => {
      if (from === to || (toOne !== undefined && to !== toOne)) return []
      if (shares[from]! - step < minShare || shares[to]! + step > maxShare) return []
      const moved = shares.slice()
      moved[from]! -= step
      moved[to]! += step
      return [moved]
    }),
  )
}
