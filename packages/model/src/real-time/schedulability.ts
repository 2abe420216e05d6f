import {
  checkRealTime,
  placedUtilisation,
  placeRealTime,
  type RealTimeDomain,
  type RealTimeSet,
  taskUtilisation,
  tolerance,
} from './schedulability-placement.ts'
import { type RtdsPool, rtdsPool } from './schedulability-pool.ts'
import { adviseReservations, type ReservationAdvice } from './schedulability-reservation.ts'

export interface RealTimePCpu {
  pCpu: number
  /** Sum of C / T over its real-time domains. */
  utilisation: number
  realTime: string[]
  /** EDF meets every deadline on one pCPU exactly up to utilisation 1 (Liu and Layland 1973). */
  fits: boolean
}

export interface Schedulability {
  /** Whether every pCPU fits. */
  schedulable: boolean
  sentence: string
  /** Sum of C / T over all real-time domains. */
  utilisation: number
  pCpus: RealTimePCpu[]
  /** Without pinning, under global EDF: the utilisation up to which no deadline is missed. */
  globalEdf: { bound: number; guaranteed: boolean }
  /**
   * For RTDS on all pCPUs with each domain pinned to its own; in the order of the domains given.
   */
  reservations: ReservationAdvice[]
  /**
   * For RTDS on some of the pCPUs. null where the domains do not fit, where no pCPU would be left,
   * or where a real-time domain has more vCPUs than the one analysed here, because xl would reserve
   * for each.
   */
  pool: RtdsPool | null
  remarks: string[]
}

/**
 * Whether the real-time domains can meet their deadlines, each on one pCPU.
 * @throws ModelInputError `invalid-load` when the input is invalid
 */
export function schedulability(set: RealTimeSet): Schedulability {
  checkRealTime(set)
  const places = placeRealTime(set)
  const used = placedUtilisation(set, places)
  const on = (p: number) => set.realTime.filter((_, index) => places[index] === p)
  const pCpus = used.map((utilisation, pCpu) => ({
    pCpu,
    utilisation,
    realTime: on(pCpu).map(({ name }) => name),
    fits: utilisation <= 1 + tolerance,
  }))
  const utilisation = used.reduce((sum, value) => sum + value, 0)
  const bound = globalEdfBound(set)
  const advice = pCpus.flatMap(({ pCpu }) => adviseReservations(on(pCpu)))
  const reservations = set.realTime.map(({ name }) => advice.find((of) => of.name === name)!)
  const schedulable = pCpus.every(({ fits }) => fits)
  const wide = set.realTime.filter(({ vCpus = 1 }) => vCpus > 1)
  const pool = schedulable && wide.length === 0 ? rtdsPool(set) : null
  return {
    schedulable,
    sentence: sentence(set, pCpus, utilisation),
    utilisation,
    pCpus,
    globalEdf: { bound, guaranteed: utilisation <= bound + tolerance },
    reservations,
    pool,
    remarks: remarks(set.realTime, pool?.reservations ?? reservations, schedulable, pool),
  }
}

/**
 * m - (m - 1) u_max (Goossens, Funk, Baruah 2003); all of m where no domain has to share a pCPU.
 */
function globalEdfBound({ pCpus, realTime }: RealTimeSet): number {
  if (realTime.length <= pCpus) return realTime.length
  return pCpus - (pCpus - 1) * Math.max(...realTime.map(taskUtilisation))
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`

export const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function sentence(set: RealTimeSet, pCpus: RealTimePCpu[], utilisation: number): string {
  const fullest = pCpus.reduce((a, b) => (b.utilisation > a.utilisation ? b : a))
  const { pCpu, realTime } = fullest
  const needs = `${list(realTime)} ${realTime.length === 1 ? 'needs' : 'need'} ${percent(fullest.utilisation)} of pCPU ${pCpu}`
  if (fullest.fits) {
    return `${needs}, the fullest one: every deadline can be met, by a scheduler that runs the earliest deadline first.`
  }
  if (utilisation > set.pCpus + tolerance) {
    return `The real-time domains need ${percent(utilisation)} of a pCPU and the host has ${set.pCpus}: some deadlines will be missed whatever the scheduler.`
  }
  return `${needs}: some deadlines will be missed there. Together they need ${percent(utilisation)} of a pCPU; no division was found among ${set.pCpus} as asked.`
}

/** How long credit lets a capped domain run on: it checks the cap once per accounting period. */
const PARKING_SECONDS = 0.03

function remarks(
  realTime: readonly RealTimeDomain[],
  reservations: ReservationAdvice[],
  schedulable: boolean,
  pool: RtdsPool | null,
): string[] {
  const ms = (seconds: number) => `${Number((seconds * 1000).toFixed(1))} ms`
  const tight = realTime.filter(
    ({ periodSeconds, executionSeconds }) => periodSeconds - executionSeconds < 2 * PARKING_SECONDS,
  )
  const least = Math.min(...tight.map((task) => task.periodSeconds - task.executionSeconds))
  const unaligned = reservations.filter(({ anyPhase }) => !anyPhase).map(({ name }) => name)
  const wide = realTime.filter(({ vCpus = 1 }) => vCpus > 1)
  return [
    ...wide.map(
      ({ name, vCpus }) =>
        `${name} has ${vCpus} vCPUs: only one of them, with the task on it, is judged here. Its work on the others is not counted, and RTDS would reserve for each. Give it one vCPU, or give each task a domain of its own.`,
    ),
    ...(tight.length > 0
      ? [
          `Caps of credit are enforced once every 30 ms, so a capped domain may run 30 ms and more at a stretch; ${list(tight.map(({ name }) => name))} can wait at most ${ms(least)} in a period. Caps make misses rarer here but cannot rule them out.`,
        ]
      : []),
    ...(unaligned.length > 0 && schedulable ? [unalignedRemark(unaligned, pool)] : []),
    'Under RTDS real-time domains should have no extra time (-e 0): a vCPU that is waiting on extra time gets its new budget late.',
    'Domain-0’s own work is not counted: leave it a pCPU, or count it as a real-time domain.',
  ]
}

/** Why reservations do not hold for jobs that arrive at any time. */
function unalignedRemark(names: readonly string[], pool: RtdsPool | null): string {
  if (pool && pool.pCpus.length > 1) {
    return `In a cpupool ${list(names)} share ${pool.pCpus.length} pCPUs: reservations hold there for jobs that arrive when their period begins, which Xen does not arrange. Budgets that were retained may be used all at once.`
  }
  return `The reservation of ${list(names)} is the task’s own period and execution time: it holds for jobs that arrive when its period begins, which Xen does not arrange. The pCPU has no room for a reservation that holds for any others.`
}
