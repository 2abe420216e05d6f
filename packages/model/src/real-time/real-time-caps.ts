import { MAX_WEIGHT, MIN_WEIGHT } from '../load/weights.ts'
import { ModelInputError } from '../model-input-error.ts'
import { type CapPart, divideRest, type OtherDomain, wholePercentLeft } from './divide-rest.ts'
import { schedulability } from './schedulability.ts'
import type { RealTimeSet } from './schedulability-placement.ts'

export interface RealTimeHost extends RealTimeSet {
  /** Domains without deadlines. */
  others: readonly OtherDomain[]
  /** How these domains divide what the real-time domains leave. */
  share: 'equal' | 'weight'
}

interface RealTimeCap {
  name: string
  /** Percent of one pCPU, at least 1 because 0 would mean no cap. At most 100 per vCPU. */
  capPercent: number
  /** The pCPUs that contribute to the cap, at most one per vCPU. */
  parts: CapPart[]
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
    throw new ModelInputError('infeasible', 'The real-time guests do not fit.', {
      utilisation,
      pCpus: host.pCpus,
    })
  }
  const left = pCpus.map((of) => wholePercentLeft(of.utilisation))
  checkRoom(host, left)
  const parts = divideRest(host, left)
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
    if (names.has(name)) throw new ModelInputError('invalid-load', `There are two guests ${name}.`)
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
    `The real-time guests leave ${percent} % of ${where} to ${names}; a cap is at least 1 % each.`,
    { leftPercent: percent, others: others.length },
  )
}
