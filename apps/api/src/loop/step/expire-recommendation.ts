import type { Tx } from '../../db.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'

/** Ends a recommendation whose time is over. */
export async function expireRecommendation(
  tx: Tx,
  row: RecommendationRow,
  now: Date,
): Promise<void> {
  const wasShown = row.state === 'open' || row.state === 'approved'
  await turnRecommendation(
    tx,
    row,
    {
      state: 'expired',
      saying: { code: 'expired', from: row.state },
      decision: 'expired',
      ...(wasShown ? { notice: 'recommendation-expired' } : {}),
    },
    now,
  )
}
