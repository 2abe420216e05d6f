import { placedUtilisation, placeRealTime, type RealTimeSet } from './schedulability-placement.ts'

export interface OtherDomain {
  name: string
  /** 1..65535. */
  weight: number
  /** Default 1. */
  vCpus?: number
  /** What it gets before any of the others gets more than its own least. Default 1. */
  leastPercent?: number
  /** What it gets at most. Default: as much as its vCPUs can use. */
  mostPercent?: number
}

/** How much of a cap comes out of which pCPU. */
export interface CapPart {
  pCpu: number
  percent: number
}

/** Whole percent that this utilisation leaves of a pCPU. */
export function wholePercentLeft(utilisation: number): number {
  // A rest of 29.999... is 30 with a rounding error from a division.
  return Math.max(0, Math.floor(100 * (1 - utilisation) + 1e-6))
}

/** Whole percent of each pCPU that the real-time domains leave, also where they do not fit. */
export function percentLeft(set: RealTimeSet): number[] {
  return placedUtilisation(set, placeRealTime(set)).map(wholePercentLeft)
}

/**
 * Places the heaviest first, each on the pCPU where its part is largest.
 * @returns the pCPU of each
 */
function divide(left: readonly number[], weights: readonly number[]): number[] {
  const total = left.map(() => 0)
  const places = weights.map(() => -1)
  const order = [...weights.keys()].sort((a, b) => weights[b]! - weights[a]!)
  for (const index of order) {
    const part = left.map(
      (percent, p) => (percent * weights[index]!) / (total[p]! + weights[index]!),
    )
    const best = part.indexOf(Math.max(...part))
    places[index] = best
    total[best]! += weights[index]!
  }
  return places
}

/**
 * Hands out percent by percent: first to those below their least, then to the domain with the least
 * for its weight. A percent comes from the pCPU with the most rest for the domain after allowing for
 * those that can go nowhere else: one it is on already, or a further one while it has spare vCPUs.
 * @param left whole percent of each pCPU that the real-time domains leave
 * @returns the parts of each of the others; less than its least where no percent is left for it
 */
export function divideRest(
  { others, share }: { others: readonly OtherDomain[]; share: 'equal' | 'weight' },
  left: readonly number[],
): CapPart[][] {
  const weights = others.map(({ weight }) => (share === 'equal' ? 1 : weight))
  const rest = [...left]
  const places = divide(left, weights)
  const isBound = others.map((each) => vCpusOf(each) === 1)
  const bound = left.map((_, p) =>
    weights.reduce((sum, w, index) => sum + (isBound[index] && places[index] === p ? w : 0), 0),
  )
  const parts = places.map((place, index) => new Map(isBound[index] ? [[place, 0]] : []))
  const had = others.map(() => 0)
  const open = new Set(others.keys())
  const lacksLeast = (index: number) => had[index]! < (others[index]!.leastPercent ?? 1)
  const isFirst = (a: number, b: number) =>
    lacksLeast(a) === lacksLeast(b) ? isNeedier(had, weights, a, b) : lacksLeast(a)
  while (open.size > 0) {
    const next = [...open].reduce((a, b) => (isFirst(b, a) ? b : a))
    const mine = parts[next]!
    // The pCPU where the domain was placed may have no percent left for it.
    const hasNone = had[next] === 0 && [...mine.keys()].every((p) => rest[p] === 0)
    const mayGo = mine.size < vCpusOf(others[next]!) || hasNone
    const most = (p: number) => rest[p]! / (weights[next]! + bound[p]!)
    const from = [...(mayGo ? rest : mine).keys()].reduce((a, b) => (most(b) > most(a) ? b : a))
    if (rest[from] === 0 || had[next]! >= (others[next]!.mostPercent ?? Number.POSITIVE_INFINITY)) {
      open.delete(next)
      continue
    }
    if (hasNone) mine.clear()
    rest[from]!--
    had[next]!++
    mine.set(from, (mine.get(from) ?? 0) + 1)
  }
  return parts.map((mine) =>
    [...mine].map(([pCpu, percent]) => ({ pCpu, percent })).sort((a, b) => a.pCpu - b.pCpu),
  )
}

const vCpusOf = ({ vCpus = 1 }: OtherDomain) => vCpus

/** Whether a has less for its weight than b; in a tie, the heavier comes first. */
function isNeedier(had: readonly number[], weights: readonly number[], a: number, b: number) {
  const more = had[b]! * weights[a]! - had[a]! * weights[b]!
  return more === 0 ? weights[a]! > weights[b]! : more > 0
}
