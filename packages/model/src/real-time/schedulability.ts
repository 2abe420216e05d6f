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

interface RealTimePCpu {
  pCpu: number
  /** Sum of C / T over its real-time domains. */
  utilisation: number
  realTime: string[]
  /** EDF meets every deadline on one pCPU exactly up to utilisation 1 (Liu and Layland 1973). */
  fits: boolean
}

/** The verdict on the fullest pCPU, with the values that a sentence needs. */
export type RealTimeVerdict =
  | { code: 'fits'; fullest: RealTimePCpu }
  /** They need more than all pCPUs. */
  | { code: 'too-much'; utilisation: number; pCpus: number }
  | { code: 'no-division'; fullest: RealTimePCpu; utilisation: number; pCpus: number }

/** What else an operator should know about a set. */
export type RealTimeRemark =
  /** Only the vCPU with the task on it is judged. */
  | { code: 'several-vcpus'; domain: string; vCpus: number }
  /** Caps of credit may hold them back for longer than they can wait, `leastSeconds` in a period. */
  | { code: 'little-slack'; domains: string[]; leastSeconds: number }
  /** Their reservations hold for jobs that arrive when a period begins, as Xen does not arrange. */
  | { code: 'one-phase-in-pool'; domains: string[]; pCpus: number }
  | { code: 'one-phase'; domains: string[] }
  | { code: 'no-extra-time' }
  | { code: 'domain-0-not-counted' }

export interface Schedulability {
  /** Whether every pCPU fits. */
  schedulable: boolean
  verdict: RealTimeVerdict
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
  remarks: RealTimeRemark[]
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
  const advice = pCpus.flatMap(({ pCpu }) => adviseReservations(on(pCpu)))
  const reservations = set.realTime.map(({ name }) => advice.find((of) => of.name === name)!)
  const schedulable = pCpus.every(({ fits }) => fits)
  const wide = set.realTime.filter(({ vCpus = 1 }) => vCpus > 1)
  const pool = schedulable && wide.length === 0 ? rtdsPool(set) : null
  return {
    schedulable,
    verdict: verdictOn(set, pCpus, utilisation),
    utilisation,
    pCpus,
    globalEdf: globalEdf(set, utilisation),
    reservations,
    pool,
    remarks: remarks(set.realTime, pool?.reservations ?? reservations, schedulable, pool),
  }
}

/**
 * m - (m - 1) u_max (Goossens, Funk, Baruah 2003); all of m where no domain has to share a pCPU. No
 * bound on the sum holds for a domain that needs more than a pCPU, since it runs on one at a time.
 */
function globalEdf({ pCpus, realTime }: RealTimeSet, utilisation: number) {
  const largest = Math.max(...realTime.map(taskUtilisation))
  const bound = realTime.length <= pCpus ? realTime.length : pCpus - (pCpus - 1) * largest
  return { bound, guaranteed: largest <= 1 + tolerance && utilisation <= bound + tolerance }
}

function verdictOn(set: RealTimeSet, pCpus: RealTimePCpu[], utilisation: number): RealTimeVerdict {
  const fullest = pCpus.reduce((a, b) => (b.utilisation > a.utilisation ? b : a))
  if (fullest.fits) return { code: 'fits', fullest }
  return utilisation > set.pCpus + tolerance
    ? { code: 'too-much', utilisation, pCpus: set.pCpus }
    : { code: 'no-division', fullest, utilisation, pCpus: set.pCpus }
}

/** How long credit lets a capped domain run on: it checks the cap once per accounting period. */
const PARKING_SECONDS = 0.03

function remarks(
  realTime: readonly RealTimeDomain[],
  reservations: ReservationAdvice[],
  schedulable: boolean,
  pool: RtdsPool | null,
): RealTimeRemark[] {
  const tight = realTime.filter((task) => {
    const slack = slackSeconds(task)
    // Whoever needs more than its period misses its deadlines even if it never waits.
    return slack >= 0 && slack < 2 * PARKING_SECONDS
  })
  const unaligned = reservations.filter(({ anyPhase }) => !anyPhase).map(({ name }) => name)
  const found: RealTimeRemark[] = realTime
    .filter(({ vCpus = 1 }) => vCpus > 1)
    .map(({ name, vCpus }) => ({ code: 'several-vcpus', domain: name, vCpus: vCpus! }))
  if (tight.length > 0) {
    found.push({
      code: 'little-slack',
      domains: tight.map(({ name }) => name),
      leastSeconds: Math.min(...tight.map(slackSeconds)),
    })
  }
  if (unaligned.length > 0 && schedulable) found.push(onePhase(unaligned, pool))
  return [...found, { code: 'no-extra-time' }, { code: 'domain-0-not-counted' }]
}

/** How long a domain can wait in a period. */
function slackSeconds({ periodSeconds, executionSeconds }: RealTimeDomain): number {
  return periodSeconds - executionSeconds
}

function onePhase(domains: string[], pool: RtdsPool | null): RealTimeRemark {
  return pool && pool.pCpus.length > 1
    ? { code: 'one-phase-in-pool', domains, pCpus: pool.pCpus.length }
    : { code: 'one-phase', domains }
}
