import { ModelInputError } from '../model-input-error.ts'

/**
 * A domain with one task T(period, execution) of paper 3, whose deadline is the end of its period.
 */
export interface RealTimeDomain {
  name: string
  periodSeconds: number
  /** CPU seconds per job. More than the period is valid, and does not fit. */
  executionSeconds: number
  /** The pCPU it is pinned to. Placed automatically when absent. */
  pCpu?: number
  /** Default 1. The task runs on one of them. */
  vCpus?: number
}

export interface RealTimeSet {
  pCpus: number
  realTime: readonly RealTimeDomain[]
}

/** Fractions that should add up to 1 miss it by up to this much through rounding. */
export const tolerance = 1e-9

/** C / T. */
export const taskUtilisation = ({ executionSeconds, periodSeconds }: RealTimeDomain): number =>
  executionSeconds / periodSeconds

/** @throws ModelInputError `invalid-load` when a period, an execution time or a pCPU is invalid */
export function checkRealTime({ pCpus, realTime }: RealTimeSet): void {
  const fail = (message: string) => {
    throw new ModelInputError('invalid-load', message)
  }
  if (!Number.isInteger(pCpus) || pCpus < 1) fail('A host has at least one pCPU.')
  if (realTime.length === 0) fail('No guest is real-time.')
  if (new Set(realTime.map(({ name }) => name)).size < realTime.length) {
    fail('Two guests have the same name.')
  }
  for (const { name, periodSeconds, executionSeconds, pCpu = 0 } of realTime) {
    if (!(periodSeconds > 0 && Number.isFinite(periodSeconds))) {
      fail(`The period of ${name} is ${periodSeconds}.`)
    }
    if (!(executionSeconds > 0 && Number.isFinite(executionSeconds))) {
      fail(`The execution time of ${name} is ${executionSeconds}.`)
    }
    if (!(Number.isInteger(pCpu) && pCpu >= 0 && pCpu < pCpus)) fail(`${name} is on pCPU ${pCpu}.`)
  }
}

/**
 * Assigns a pCPU to every domain: the given one, otherwise, in descending order of utilisation, the
 * emptiest that still holds it. If that overloads a pCPU, first fit is tried instead. (Dividing
 * tasks among pCPUs is bin packing, so both may fail although a division exists.)
 */
export function placeRealTime(set: RealTimeSet): number[] {
  const emptiest = place(set, (free) => free.indexOf(Math.max(...free)))
  if (!overfull(set, emptiest)) return emptiest
  const first = place(set, (free, needs) => {
    const holding = free.findIndex((room) => room + tolerance >= needs)
    return holding >= 0 ? holding : free.indexOf(Math.max(...free))
  })
  return overfull(set, first) ? emptiest : first
}

/** Utilisation of each pCPU by the domains placed on it. */
export function placedUtilisation({ pCpus, realTime }: RealTimeSet, places: number[]): number[] {
  const used = Array.from({ length: pCpus }, () => 0)
  for (const [index, domain] of realTime.entries()) used[places[index]!]! += taskUtilisation(domain)
  return used
}

function overfull(set: RealTimeSet, places: number[]): boolean {
  return placedUtilisation(set, places).some((used) => used > 1 + tolerance)
}

function place(
  { pCpus, realTime }: RealTimeSet,
  choose: (free: number[], needs: number) => number,
): number[] {
  const free = Array.from({ length: pCpus }, () => 1)
  const places = realTime.map(({ pCpu = -1 }) => pCpu)
  const put = (index: number, p: number) => {
    places[index] = p
    free[p]! -= taskUtilisation(realTime[index]!)
  }
  for (const [index, p] of places.entries()) if (p >= 0) put(index, p)
  const open = [...places.keys()].filter((index) => places[index]! < 0)
  open.sort((a, b) => taskUtilisation(realTime[b]!) - taskUtilisation(realTime[a]!))
  for (const index of open) put(index, choose(free, taskUtilisation(realTime[index]!)))
  return places
}
