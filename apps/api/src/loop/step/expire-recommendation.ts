import type { Tx } from '../../db.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'

const EXPIRED: Record<string, string> = {
  analysing: 'The analysis took so long that its result would say little of the present.',
  planning: 'The host could not be read for a plan in time.',
  open: 'Nobody decided in time.',
  approved: 'It was approved, but the moment at which it could be applied did not come in time.',
}

/** Ends a recommendation whose time is over. */
export async function expireRecommendation(
  tx: Tx,
  row: RecommendationRow,
  now: Date,
): Promise<void> {
  const reason = EXPIRED[row.state]!
  const wasShown = row.state === 'open' || row.state === 'approved'
  const notice = { event: 'recommendation-expired', title: 'a recommendation has expired' } as const
  await turnRecommendation(
    tx,
    row,
    {
      state: 'expired',
      reason,
      decision: 'expired',
      detail: { from: row.state },
      ...(wasShown ? { notice } : {}),
    },
    now,
  )
}
