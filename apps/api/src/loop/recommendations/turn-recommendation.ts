import type { LoopDecision, NotificationEvent, RecommendationState } from '@steelyard/contract'
import type { Prisma, Tx } from '../../db.ts'
import { notify } from '../../notifications/notify.ts'
import { writeJournal } from '../journal/write-journal.ts'
import type { RecommendationRow } from './recommendation-row.ts'

/** How a recommendation goes on. */
export interface Turn {
  state: RecommendationState
  /** Why it stands as it now does; the journal says the same. */
  reason: string
  decision: LoopDecision
  /** What the reason says, in codes and values. */
  detail?: object
  /** Whether nothing more happens, where the state does not say so. */
  isOver?: boolean
  /** What else changes about it. */
  data?: Prisma.HostRecommendationUncheckedUpdateInput
  /** Who wants to know. */
  notice?: { event: NotificationEvent; title: string }
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

/** Stores the new state, with the line of the journal and the notifications that tell of it. */
export async function turnRecommendation(
  tx: Tx,
  { id, hostId, hotspotId, host }: Turned,
  { state, reason, decision, detail = {}, isOver = false, data = {}, notice }: Turn,
  now: Date,
): Promise<void> {
  const closedAt = isOver || CLOSED.includes(state) ? now : null
  await tx.hostRecommendation.update({
    where: { id },
    data: { ...data, state, reason, closedAt },
  })
  const about = { hostId, hotspotId, recommendationId: id }
  await writeJournal(tx, { ...about, decision, text: reason, detail }, now)
  if (!notice) return
  await notify(tx, {
    event: notice.event,
    hostId,
    title: `${host.name}: ${notice.title}`,
    text: reason,
    path: `/recommendations/${id}`,
    detail: { recommendationId: id, hotspotId, state },
  })
}
