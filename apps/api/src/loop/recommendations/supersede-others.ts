import type { Tx } from '../../db.ts'
import { unclosedRecommendations } from './recommendation-row.ts'
import { turnRecommendation } from './turn-recommendation.ts'

const STILL_OPEN = ['analysing', 'planning', 'open', 'approved']

/** A host has one recommendation that a person can decide about: the newest. */
export async function supersedeOthers(
  tx: Tx,
  { id, hostId }: { id: string; hostId: string },
  now: Date,
): Promise<void> {
  for (const other of await unclosedRecommendations(tx, hostId)) {
    if (other.id === id || !STILL_OPEN.includes(other.state)) continue
    await turnRecommendation(
      tx,
      other,
      {
        state: 'superseded',
        saying: { code: 'superseded' },
        decision: 'superseded',
        data: { supersededById: id },
      },
      now,
    )
  }
}
