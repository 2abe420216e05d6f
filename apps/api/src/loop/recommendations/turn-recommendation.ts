import type { LoopDecision, RecommendationState } from '@steelyard/contract'
import { type Saying, type Turning, words } from '@steelyard/words'
import type { Prisma, Tx } from '../../db.ts'
import { notify } from '../../notifications/notify.ts'
import { packSaying } from '../journal/stored-saying.ts'
import { writeJournal } from '../journal/write-journal.ts'
import type { RecommendationRow } from './recommendation-row.ts'

/** How a recommendation goes on. */
export interface Turn {
  state: RecommendationState
  /** Why it stands as it now does; the journal says the same. */
  saying: Saying
  decision: LoopDecision
  /** Whether nothing more happens, where the state does not say so. */
  isOver?: boolean
  /** What else changes about it. */
  data?: Prisma.HostRecommendationUncheckedUpdateInput
  /** Who wants to know. */
  notice?: Turning
}

/** States in which nothing more happens. */
const CLOSED: readonly RecommendationState[] = [
  'confirmed',
  'not-confirmed',
  'rolled-back',
  'nothing-to-gain',
  'rejected',
  'expired',
  'superseded',
  'dry-run',
  'failed',
]

type Turned = Pick<RecommendationRow, 'id' | 'hostId' | 'hotspotId' | 'host'>

/** How a recommendation stands and why, as it is stored. */
export function stands(state: RecommendationState, saying: Saying) {
  return { state, why: packSaying(saying), reason: null }
}

/** Stores the new state, with the line of the journal and the notifications that tell of it. */
export async function turnRecommendation(
  tx: Tx,
  { id, hostId, hotspotId, host }: Turned,
  { state, saying, decision, isOver = false, data = {}, notice }: Turn,
  now: Date,
): Promise<void> {
  const closedAt = isOver || CLOSED.includes(state) ? now : null
  await tx.hostRecommendation.update({
    where: { id },
    data: { ...data, ...stands(state, saying), closedAt },
  })
  const about = { hostId, hotspotId, recommendationId: id }
  await writeJournal(tx, { ...about, decision, saying }, now)
  if (!notice) return
  await notify(tx, {
    event: notice,
    hostId,
    title: words.notifications.turnTitle(host.name, notice),
    text: words.loop.saying(saying),
    path: `/recommendations/${id}`,
    detail: { recommendationId: id, hotspotId, state },
  })
}
