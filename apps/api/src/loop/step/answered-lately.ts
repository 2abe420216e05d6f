import type { LoopPolicy } from '@steelyard/loop'
import { Prisma, type Tx } from '../../db.ts'
import { momentWords } from '../moment-words.ts'

/** Whoever has just decided, or reads what a dry run would have done, is not asked again at once. */
const DECIDED_PAUSE_MS = 900 * 1000

/**
 * Why a missed target is not answered again yet, though the last answer changed nothing on the host
 * and so no cool-down holds. Null: it may be.
 */
export async function answeredLately(
  tx: Tx,
  hostId: string,
  { coolDownSeconds }: LoopPolicy,
  now: Date,
): Promise<string | null> {
  const newest = await tx.hostRecommendation.findFirst({
    where: { hostId, relief: { not: Prisma.AnyNull } },
    select: { state: true, closedAt: true },
    orderBy: { id: 'desc' },
  })
  const why = newest?.closedAt && PAUSES[newest.state]
  if (!newest?.closedAt || !why) return null
  const pause = newest.state === 'failed' ? coolDownSeconds * 1000 : DECIDED_PAUSE_MS
  const until = newest.closedAt.getTime() + pause
  return now.getTime() < until
    ? `${why}; weights are worked out anew from ${momentWords(until / 1000)} on.`
    : null
}

const PAUSES: Record<string, string> = {
  rejected: 'The last change was rejected',
  'dry-run': 'The last change was noted by the dry run',
  failed: 'The last change could not be made',
}
