import type { RealTimeAssessment, WantedPool } from '@steelyard/contract'

/** The cpupool that was judged, with its reservations, as a plan requests it. Null without one. */
export function rtdsPool({
  poolPCpus,
  reservations,
}: Pick<RealTimeAssessment, 'poolPCpus' | 'reservations'>): WantedPool | null {
  if (!poolPCpus) return null
  return {
    scheduler: 'rtds',
    pCpus: poolPCpus,
    domains: reservations.map(({ domain, periodUs, budgetUs }) => ({
      domain,
      extraTime: false,
      periodMs: periodUs / 1000,
      budgetMs: budgetUs / 1000,
    })),
  }
}
