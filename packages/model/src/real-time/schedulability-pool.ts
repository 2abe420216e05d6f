import { type RealTimeSet, tolerance } from './schedulability-placement.ts'
import {
  adviseReservations,
  type ReservationAdvice,
  reservationAlone,
} from './schedulability-reservation.ts'

/**
 * A cpupool under RTDS, which is global EDF, for the real-time domains alone, not pinned within it.
 */
export interface RtdsPool {
  pCpus: number[]
  /** In the order of the domains given. */
  reservations: ReservationAdvice[]
}

/**
 * The smallest pool that suffices: one pCPU per domain always does, one for all does up to a
 * utilisation of 1, and any number m between does where the reservations' U <= m - (m - 1) u_max
 * (Goossens, Funk and Baruah 2003). That bound assumes budgets that are used as they come; RTDS
 * retains them, so for jobs that arrive at any time nothing is guaranteed there. The pool takes the
 * last pCPUs, so that pCPU 0 stays with Domain-0.
 * @returns null where no pCPU would be left to the other domains
 */
export function rtdsPool({ pCpus, realTime }: RealTimeSet): RtdsPool | null {
  const alone = realTime.map(reservationAlone)
  for (let size = 1; size < pCpus; size++) {
    const reservations = reservationsOn(size, alone, () => adviseReservations(realTime))
    if (!reservations) continue
    const first = pCpus - size
    return { pCpus: Array.from({ length: size }, (_, index) => first + index), reservations }
  }
  return null
}

function reservationsOn(
  size: number,
  alone: ReservationAdvice[],
  together: () => ReservationAdvice[],
): ReservationAdvice[] | null {
  if (size >= alone.length) return alone
  if (size === 1) return partsOf(together()).total <= 1 + tolerance ? together() : null
  const { total, largest } = partsOf(alone)
  if (total > size - (size - 1) * largest + tolerance) return null
  return alone.map((each) => ({ ...each, anyPhase: false }))
}

function partsOf(reservations: readonly ReservationAdvice[]) {
  const parts = reservations.map(({ periodUs, budgetUs }) => budgetUs / periodUs)
  return { total: parts.reduce((sum, part) => sum + part, 0), largest: Math.max(...parts) }
}
