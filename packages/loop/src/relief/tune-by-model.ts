import { type HostLoad, type SumTerm, sdpsBounds, sdpsLoggedTimes } from '@steelyard/model'
import type { ShareRange } from '../change/bounds.ts'
import { quantileFactor } from './divide-shares.ts'
import type { WeighedHost } from './host-minute.ts'
import type { DomainDemand } from './measured-load.ts'

/** The worst time over target must fall by this part, */
const LEAST_FALL = 0.25
/** and come within its target: what merely hurts less is paid for by others. */
const IN_REACH = 1
/** Shares move by these steps, one after the other; the last is the finest. Ours, not the papers'. */
const STEPS = [0.08, 0.04, 0.02]
/** A smaller fall of the worst time over target is rounding. */
const LEAST_BETTER = 1e-6
/** Beyond this SDPS has no finite time, so the load is taken to be this much. */
const MOST_UTILISATION = 0.96
/** Of a pCPU; neither moves the comparison of weights. */
const DOMAIN0 = { secondsPerRequest: 0.0005, background: 0.01 }
const WHOLE = 10_000

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
  const load = loadOf(host, demands)
  const targets = targetsOf(host, demands)
  if (areOutOfReach(load, targets, ranges)) return null
  const shares = demands.map(({ share }) => share)
  const ratiosAt = ratiosBy(load, targets, ranges)
  const worstBefore = Math.max(0, ...ratiosAt(shares))
  const best = downhill(shares, ratiosAt, ranges)
  if (!(best.worst < (1 - LEAST_FALL) * worstBefore && best.worst < IN_REACH)) return null
  return new Map(demands.map(({ domain }, index) => [domain, best.shares[index]!]))
}

/** The greatest mean times with which domains keep their targets, in seconds, by domain. */
type Targets = ReadonlyMap<string, number>

function targetsOf({ statistic }: WeighedHost, demands: readonly DomainDemand[]): Targets {
  const quantile = quantileFactor(statistic)
  return new Map(
    demands.flatMap(({ domain, targetSeconds, ratePerSecond }) =>
      targetSeconds === null || ratePerSecond === 0 ? [] : [[domain, targetSeconds / quantile]],
    ),
  )
}

/**
 * Whether it is certain that SDPS keeps not all targets at any shares within the ranges: the least
 * sum of times over all of them, each times what its domain asks for, as in the conservation law, is
 * no less than that of the targets. Asked of the tightest target alone, of the two tightest, and so
 * on.
 */
function areOutOfReach(load: HostLoad, targets: Targets, ranges: readonly ShareRange[]): boolean {
  const bounds = sdpsBounds(load)
  if (!bounds) return false
  const leastSum = bounds({
    least: weightsOf(ranges, ({ minShare }) => minShare),
    most: weightsOf(ranges, ({ maxShare }) => maxShare),
  })
  const tightestFirst = load.domains
    .flatMap(({ name, arrivalRatePerSecond, serviceTimeSeconds }) => {
      const mostSeconds = targets.get(name)
      if (mostSeconds === undefined) return []
      const slack = mostSeconds / serviceTimeSeconds
      return [{ name, mostSeconds, slack, asked: arrivalRatePerSecond * serviceTimeSeconds }]
    })
    .sort((one, other) => one.slack - other.slack)
  return tightestFirst.some((_, last) => {
    const some = tightestFirst.slice(0, last + 1)
    const terms = some.map(
      ({ name, asked }): SumTerm => ({ name, seen: 'log', coefficient: asked }),
    )
    return leastSum(terms) >= some.reduce((sum, each) => sum + each.asked * each.mostSeconds, 0)
  })
}

/** The time over target of each domain, in the order of the ranges; 0 without a target. */
type RatiosAt = (shares: readonly number[]) => number[]

function ratiosBy(load: HostLoad, targets: Targets, ranges: readonly ShareRange[]): RatiosAt {
  const timesAt = sdpsLoggedTimes(load)
  return (shares) => {
    const times = timesAt(weightsOf(ranges, (_, index) => shares[index]!))
    return ranges.map(({ domain }) => {
      const mostSeconds = targets.get(domain)
      if (mostSeconds === undefined) return 0
      return (times.get(domain) ?? Number.POSITIVE_INFINITY) / mostSeconds
    })
  }
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

function weightsOf(
  ranges: readonly ShareRange[],
  shareOf: (range: ShareRange, index: number) => number,
): Record<string, number> {
  return Object.fromEntries(
    ranges.map((range, index) => [range.domain, Math.max(1, shareOf(range, index) * WHOLE)]),
  )
}

function loadOf({ pCpus, scheduler }: WeighedHost, demands: readonly DomainDemand[]): HostLoad {
  const busy = demands.filter(
    ({ ratePerSecond, cpuSecondsPerRequest }) => ratePerSecond > 0 && cpuSecondsPerRequest !== null,
  )
  const asked = busy.reduce(
    (sum, { ratePerSecond, cpuSecondsPerRequest }) => sum + ratePerSecond * cpuSecondsPerRequest!,
    0,
  )
  const scale = Math.min(1, (MOST_UTILISATION * pCpus) / asked)
  return {
    domains: busy.map((each) => ({
      name: each.domain,
      arrivalRatePerSecond: each.ratePerSecond * scale,
      serviceTimeSeconds: each.cpuSecondsPerRequest!,
      serviceTimeScv: 1,
      arrivalScv: 1,
      vCpus: Math.max(1, Math.ceil(each.mostPCpus)),
      ...(each.mostPCpus < Math.ceil(each.mostPCpus) ? { capPercent: each.mostPCpus * 100 } : {}),
    })),
    domain0: {
      serviceTimeSeconds: DOMAIN0.secondsPerRequest,
      backgroundUtilisation: DOMAIN0.background,
      ioRequestsPerSecond: busy.reduce((sum, { ratePerSecond }) => sum + ratePerSecond * scale, 0),
      delayPerIoSeconds: 0,
    },
    pCpus,
    scheduler,
    client: 'network',
  }
}
