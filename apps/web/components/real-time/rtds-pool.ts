import type { RealTimeAssessment, WantedPool } from '@steelyard/contract'

type Reservation = RealTimeAssessment['reservations'][number]

const part = ({ periodUs, budgetUs }: Reservation) => budgetUs / periodUs

/**
 * As few pCPUs as global EDF, which RTDS is, can promise all budgets on: U <= m - (m - 1) u_max
 * (Goossens, Funk and Baruah 2003). They are taken from the end, so that pCPU 0 stays with Domain-0.
 * Null where none would be left to the others.
 */
export function rtdsPool(reservations: readonly Reservation[], pCpus: number): WantedPool | null {
  if (reservations.length === 0) return null
  const utilisation = reservations.reduce((sum, each) => sum + part(each), 0)
  const largest = Math.max(...reservations.map(part))
  for (let size = 1; size < pCpus; size += 1) {
    if (utilisation > size - (size - 1) * largest + 1e-9) continue
    return {
      scheduler: 'rtds',
      pCpus: Array.from({ length: size }, (_, index) => pCpus - size + index),
      domains: reservations.map(({ domain, periodUs, budgetUs }) => ({
        ...{ domain, extraTime: false },
        ...{ periodMs: periodUs / 1000, budgetMs: budgetUs / 1000 },
      })),
    }
  }
  return null
}
