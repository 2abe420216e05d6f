import { rollbackCandidates } from '../../applications/application-row.ts'
import type { Tx } from '../../db.ts'
import { DAY_MS } from '../../milliseconds.ts'
import type { RecommendationRow } from '../recommendations/recommendation-row.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

/** So long a host waits for a person to say what is to become of a change that made things worse. */
const LONGEST_WAIT_MS = DAY_MS

/** Whether there is nothing left to ask about a change that made things worse. Null: there is. */
export async function settledWorse(
  tx: Tx,
  { state, hostId, applicationId, judgedAt }: RecommendationRow,
  now: Date,
): Promise<Turn | null> {
  if (state !== 'worse') return null
  const over = { state: 'worse', decision: 'expired', isOver: true } as const
  const undoable = await rollbackCandidates(tx, [hostId])
  if (applicationId === null || !undoable.has(applicationId)) {
    return { ...over, saying: { code: 'worse', why: 'changed-since' } }
  }
  if (now.getTime() - (judgedAt?.getTime() ?? 0) < LONGEST_WAIT_MS) return null
  return { ...over, saying: { code: 'worse', why: 'left-alone' } }
}
