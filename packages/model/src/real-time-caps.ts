import { ModelInputError } from './model-input-error.ts'
import { list, schedulability } from './schedulability.ts'
import type { RealTimeSet } from './schedulability-placement.ts'
import { MAX_WEIGHT, MIN_WEIGHT } from './weights.ts'

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
  /** How they divide what real-time domains leave. */
  share: 'equal' | 'weight'
}

export interface RealTimeCap {
  name: string
  /** Percent of one pCPU, at least 1: 0 would mean no cap. At most 100 for each vCPU. */
  capPercent: number
  /** The pCPUs whose rest it was given, no more of them than it has vCPUs. */
  parts: { pCpu: number; percent: number }[]
}

export interface RealTimeCaps {
  /** Of the others, as given. */
  caps: RealTimeCap[]
  /** By real-time domain as given: the pCPU that was counted for it. */
  places: { name: string; pCpu: number }[]
  pCpus: {
    pCpu: number
    /** Of its real-time domains. */
    utilisation: number
    /** Whole percent that these leave. */
    leftPercent: number
    realTime: string[]
    others: string[]
  }[]
}

/**
 * RT-Credit, policy 2 (paper 3, section 2; no formula is printed): on each pCPU, caps of the others
 * together are at most 100 - sum over real-time domains of 100 C / T. The others go, the heaviest first,
 * where they get most, with further vCPUs to whichever rest is largest. A function of the set: when the set
 * changes, ask again.
 *
 * @throws ModelInputError `infeasible` with the figures, when a pCPU is too full or the rest too small
 * for a percent each; `invalid-load` when the question makes no sense
 */
export function realTimeCaps(host: RealTimeHost): RealTimeCaps {
  checkOthers(host)
  const { schedulable, sentence, pCpus, utilisation } = schedulability(host)
  if (!schedulable) {
    throw new ModelInputError('infeasible', sentence, { utilisation, pCpus: host.pCpus })
  }
  // A rest of 29.999... is 30 that was divided by something.
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
  const where = left.length === 1 ? 'pCPU 0' : `a pCPU, on all ${left.length} together,`
  throw new ModelInputError(
    'infeasible',
    `The real-time domains leave ${percent} % of ${where} to ${list(others.map(({ name }) => name))}; a cap is at least 1 % each.`,
    { leftPercent: percent, others: others.length },
  )
}

/** The heaviest first, each to the pCPU where its part is largest. @returns the pCPU of each */
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
 * Percent by percent to whoever has least for its weight, so that each has one first, from the rest with
 * most for it beside those who can go nowhere else: where it is, and elsewhere while it has vCPUs that are
 * nowhere yet.
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
    // Where it was put may have no percent left for it.
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

/** Whether a has less for its weight than b; the heavier of two that have alike. */
function isNeedier(had: readonly number[], weights: readonly number[], a: number, b: number) {
  const more = had[b]! * weights[a]! - had[a]! * weights[b]!
  return more === 0 ? weights[a]! > weights[b]! : more > 0
}
