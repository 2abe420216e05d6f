import type { ShareRange } from '../change/bounds.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'
import { modelledHost, type RatiosAt, ratiosBy } from './modelled-host.ts'
import { areOutOfReach } from './out-of-reach.ts'
import { suitedShares } from './suited-shares.ts'

/** The worst time over target must fall by this part, */
const LEAST_FALL = 0.25
/** and come within its target: what merely hurts less is paid for by others. */
const IN_REACH = 1
/** Shares move by these steps, one after the other; the last is the finest. Ours, not the papers'. */
const STEPS = [0.08, 0.04, 0.02]
/** So many domains that are farthest from missing. */
const EASIEST = 4
/** A smaller fall of the worst time over target is rounding. */
const LEAST_BETTER = 1e-6

/**
 * The shares at which the worst time over target is least as SDPS predicts it for the load of the
 * newest minutes, downhill from those in force; where a host has so many guests that no share is as
 * large as a step, from those of the closed form. Null where it falls by less than a quarter or stays
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
  const worstBefore = pointAt(ratiosAt, shares).worst
  const finest = movesFrom(shares, STEPS.at(-1)!, ranges, [...shares.keys()])
  const start = finest.length > 0 ? shares : suitedWithin(host, demands, ranges)
  if (!start) return null
  const best = downhill(start, ratiosAt, ranges)
  if (!(best.worst < (1 - LEAST_FALL) * worstBefore && best.worst < IN_REACH)) return null
  return new Map(demands.map(({ domain }, index) => [domain, best.shares[index]!]))
}

/** The shares of the closed form, where the ranges allow them. */
function suitedWithin(
  host: WeighedHost,
  demands: readonly DomainDemand[],
  ranges: readonly ShareRange[],
): number[] | null {
  const suited = suitedShares(host, demands)
  if (!suited) return null
  const shares = demands.map(({ domain }) => suited.get(domain)!)
  const areWithin = ranges.every(
    ({ minShare, maxShare }, index) => shares[index]! >= minShare && shares[index]! <= maxShare,
  )
  return areWithin ? shares : null
}

interface Point {
  shares: readonly number[]
  ratios: readonly number[]
  /** The greatest of them. */
  worst: number
}

function pointAt(ratiosAt: RatiosAt, shares: readonly number[]): Point {
  const ratios = ratiosAt(shares)
  return { shares, ratios, worst: Math.max(0, ...ratios) }
}

/**
 * Whoever is worst gets a step from whoever it helps most to take it from. Where that does not help, it
 * goes to the second worst or to one of those farthest from missing, from where it harms least. It ends
 * where no such step of the last length is better.
 */
function downhill(
  from: readonly number[],
  ratiosAt: RatiosAt,
  ranges: readonly ShareRange[],
): Point {
  const best = (moves: readonly number[][], than: Point): Point | null => {
    let least: Point | null = null
    for (const moved of moves) {
      const point = pointAt(ratiosAt, moved)
      if (point.worst < (least ?? than).worst - LEAST_BETTER) least = point
    }
    return least
  }
  let at = pointAt(ratiosAt, from)
  for (const step of STEPS) {
    for (;;) {
      const { ratios } = at
      const worstFirst = ratios.map((_, domain) => domain).sort((a, b) => ratios[b]! - ratios[a]!)
      const others = worstFirst.filter((_, rank) => rank === 1 || rank >= ratios.length - EASIEST)
      const better =
        best(movesFrom(at.shares, step, ranges, worstFirst.slice(0, 1)), at) ??
        best(movesFrom(at.shares, step, ranges, others), at)
      if (!better) break
      at = better
    }
  }
  return at
}

/** One step from each domain to each of these. */
function movesFrom(
  shares: readonly number[],
  step: number,
  ranges: readonly ShareRange[],
  targets: readonly number[],
): number[][] {
  return ranges.flatMap(({ minShare }, from) =>
    targets.flatMap((to) => {
      if (from === to || shares[from]! - step < minShare) return []
      if (shares[to]! + step > ranges[to]!.maxShare) return []
      const moved = shares.slice()
      moved[from]! -= step
      moved[to]! += step
      return [moved]
    }),
  )
}
