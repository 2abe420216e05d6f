import { MAX_WEIGHT, MIN_WEIGHT } from '../load/weights.ts'
import { ModelInputError } from '../model-input-error.ts'
import { schedulability } from './schedulability.ts'
import type { RealTimeSet } from './schedulability-placement.ts'

export interface OtherDomain {
  name: string
  /** 1..65535. */
  weight: number
  /** Default 1. */
  vCpus?: number
}

export interface RealTimeHost extends RealTimeSet {
  /** Domains without deadlines. */
  others: readonly OtherDomain[]
  /** How these domains divide what the real-time domains leave. */
  share: 'equal' | 'weight'
}

export interface RealTimeCap {
  name: string
  /** Percent of one pCPU, at least 1 because 0 would mean no cap. At most 100 per vCPU. */
  capPercent: number
  /** The pCPUs that contribute to the cap, at most one per vCPU. */
  parts: { pCpu: number; percent: number }[]
}

export interface RealTimeCaps {
  /** Caps of the other domains, in the order given. */
  caps: RealTimeCap[]
  /** The pCPU that each real-time domain was counted on, in the order given. */
  places: { name: string; pCpu: number }[]
  pCpus: {
    pCpu: number
    /** Utilisation by the pCPU's real-time domains. */
    utilisation: number
    /** Whole percent left by them. */
    leftPercent: number
    realTime: string[]
    others: string[]
  }[]
}

/**
 * RT-Credit, policy 2 (paper 3, section 2; the paper prints no formula): on each pCPU, the caps of
 * the other domains add up to at most 100 - sum over real-time domains of 100 C / T. The other
 * domains are placed where they get most, the heaviest first; further vCPUs go to whichever rest is
 * largest. The result depends on the whole set, so call this again when the set changes.
 * @throws ModelInputError `infeasible` with the figures when a pCPU is too full or the rest is too
 * small for one percent each; `invalid-load` when the input is invalid
 */
export function realTimeCaps(host: RealTimeHost): RealTimeCaps {
  checkOthers(host)
  const { schedulable, pCpus, utilisation } = schedulability(host)
  if (!schedulable) {
    throw new ModelInputError('infeasible', 'The real-time domains do not fit.', {
      utilisation,
      pCpus: host.pCpus,
    })
  }
  // A rest of 29.999... is 30 with a rounding error from a division.
  const left = pCpus.map((of) => Math.floor(100 * (1 - of.utilisation) + 1e-6))
  const weights = host.others.map(({ weight }) => (host.share === 'equal' ? 1 : weight))
  checkRoom(host, left)
  const parts = apportion(host.others, left, weights)
  const caps = host.others.map(({ name }, index) => ({
    name,
    capPercent: parts[index]!.reduce((sum, { percent }) => sum + percent, 0),
    parts: parts[index]!,
  }))
  return {
    caps,
    places: host.realTime.map(({ name }) => ({
      name,
      pCpu: pCpus.find(({ realTime }) => realTime.includes(name))!.pCpu,
    })),
    pCpus: pCpus.map(({ pCpu, utilisation, realTime }) => ({
      pCpu,
      utilisation,
      leftPercent: left[pCpu]!,
      realTime,
      others: caps
        .filter(({ parts }) => parts.some((part) => part.pCpu === pCpu))
        .map(({ name }) => name),
    })),
  }
}

function checkOthers({ realTime, others }: RealTimeHost): void {
  const names = new Set(realTime.map(({ name }) => name))
  for (const { name, weight } of others) {
    if (names.has(name)) throw new ModelInputError('invalid-load', `There are two domains ${name}.`)
    names.add(name)
    if (weight >= MIN_WEIGHT && weight <= MAX_WEIGHT) continue
    throw new ModelInputError('invalid-load', `The weight of ${name} is ${weight}.`, { name })
  }
}

function checkRoom({ others }: RealTimeHost, left: readonly number[]): void {
  const percent = left.reduce((sum, each) => sum + each, 0)
  if (percent >= others.length) return
  const names = new Intl.ListFormat('en-GB').format(others.map(({ name }) => name))
  const where = left.length === 1 ? 'pCPU 0' : `a pCPU, on all ${left.length} together,`
  throw new ModelInputError(
    'infeasible',
    `The real-time domains leave ${percent} % of ${where} to ${names}; a cap is at least 1 % each.`,
    { leftPercent: percent, others: others.length },
  )
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
 * Hands out percent by percent to the domain with the least for its weight, so that each gets its
 * first before any gets a second. A percent comes from the pCPU with the most rest for the domain
 * after allowing for those that can go nowhere else: one it is on already, or a further one while
 * it has spare vCPUs.
 */
function apportion(
  others: readonly OtherDomain[],
  left: readonly number[],
  weights: readonly number[],
): RealTimeCap['parts'][] {
  const rest = [...left]
  const places = divide(left, weights)
  const isBound = others.map((each) => vCpusOf(each) === 1)
  const bound = left.map((_, p) =>
    weights.reduce((sum, w, index) => sum + (isBound[index] && places[index] === p ? w : 0), 0),
  )
  const parts = places.map((place, index) => new Map(isBound[index] ? [[place, 0]] : []))
  const had = others.map(() => 0)
  const open = new Set(others.keys())
  while (open.size > 0) {
    const next = [...open].reduce((a, b) => (isNeedier(had, weights, b, a) ? b : a))
    const mine = parts[next]!
    // The pCPU where the domain was placed may have no percent left for it.
    const hasNone = had[next] === 0 && [...mine.keys()].every((p) => rest[p] === 0)
    const mayGo = mine.size < vCpusOf(others[next]!) || hasNone
    const most = (p: number) => rest[p]! / (weights[next]! + bound[p]!)
    const from = [...(mayGo ? rest : mine).keys()].reduce((a, b) => (most(b) > most(a) ? b : a))
    if (rest[from] === 0) {
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
