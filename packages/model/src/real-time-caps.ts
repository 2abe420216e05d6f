import { ModelInputError } from './model-input-error.ts'
import { list, schedulability } from './schedulability.ts'
import type { RealTimeSet } from './schedulability-placement.ts'
import { maxWeight, minWeight } from './weights.ts'

export interface OtherDomain {
  name: string
  /** 1..65535. */
  weight: number
}

export interface RealTimeHost extends RealTimeSet {
  /** Domains without deadlines, one vCPU each. */
  others: readonly OtherDomain[]
  /** How those on one pCPU divide what real-time domains leave of it. */
  share: 'equal' | 'weight'
}

export interface RealTimeCap {
  name: string
  /** Percent of one pCPU, at least 1: 0 would mean no cap. */
  capPercent: number
  /** The pCPU whose rest it was given. */
  pCpu: number
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
 * where they get most. A function of the set: when the set changes, ask again.
 *
 * @throws ModelInputError `infeasible` with the figures, when a pCPU is too full or its rest too small
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
  const places = divide(left, weights)
  const capPercents = host.others.map(() => 0)
  for (const [p, percent] of left.entries()) {
    const here = [...places.keys()].filter((index) => places[index] === p)
    checkRoom(host, percent, here, p)
    const parts = apportion(
      percent,
      here.map((index) => weights[index]!),
    )
    for (const [at, index] of here.entries()) capPercents[index] = parts[at]!
  }
  const caps = host.others.map(({ name }, index) => ({
    name,
    capPercent: capPercents[index]!,
    pCpu: places[index]!,
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
      others: caps.filter((of) => of.pCpu === pCpu).map(({ name }) => name),
    })),
  }
}

function checkOthers({ realTime, others }: RealTimeHost): void {
  const names = new Set(realTime.map(({ name }) => name))
  for (const { name, weight } of others) {
    if (names.has(name)) throw new ModelInputError('invalid-load', `There are two domains ${name}.`)
    names.add(name)
    if (weight >= minWeight && weight <= maxWeight) continue
    throw new ModelInputError('invalid-load', `The weight of ${name} is ${weight}.`, { name })
  }
}

function checkRoom(host: RealTimeHost, percent: number, here: number[], pCpu: number): void {
  if (percent >= here.length) return
  const names = here.map((index) => host.others[index]!.name)
  throw new ModelInputError(
    'infeasible',
    `The real-time domains leave ${percent} % of pCPU ${pCpu} to ${list(names)}; a cap is at least 1 % each.`,
    { pCpu, leftPercent: percent, others: here.length },
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

/** Whole numbers of at least 1 in proportion to the weights, by largest remainders; `percent` in all. */
function apportion(percent: number, weights: readonly number[]): number[] {
  const spare = percent - weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  // What a weight is due, less the 1 % that each has: none below 0.
  const due = weights.map((weight) => Math.max(0, (percent * weight) / total - 1))
  const dueTotal = due.reduce((sum, value) => sum + value, 0)
  const exact = due.map((value) => (dueTotal > 0 ? (spare * value) / dueTotal : 0))
  const parts = exact.map((value) => 1 + Math.floor(value + 1e-9))
  let rest = percent - parts.reduce((sum, part) => sum + part, 0)
  const order = [...exact.keys()].sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1))
  for (const index of order) {
    if (rest <= 0) break
    parts[index]!++
    rest--
  }
  return parts
}
