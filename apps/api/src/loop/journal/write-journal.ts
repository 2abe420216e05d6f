import type { LoopDecision } from '@steelyard/contract'
import type { Prisma, Tx } from '../../db.ts'

export interface Entry {
  /** Null: it concerns every host. */
  hostId: string | null
  decision: LoopDecision
  text: string
  /** What the text says, in codes and values. */
  detail: object
  hotspotId?: string | null
  recommendationId?: string | null
}

/** The loop looks every few seconds; that it decided the same again is noted this often. */
const AGAIN_AFTER_MS = 60_000

/** Decisions about caps and all others alternate in one journal, and each repeats its own. */
const ABOUT_CAPS = 'caps-'

/**
 * Notes a decision. One like the newest of its host and kind, with the same reason, only raises its
 * count, and does so once a minute at most. Whoever writes holds the host, so that each sees the
 * newest.
 */
export async function writeJournal(tx: Tx, entry: Entry, now = new Date()): Promise<void> {
  const { hostId, decision, text, hotspotId = null, recommendationId = null } = entry
  const aboutCaps = { decision: { startsWith: ABOUT_CAPS } }
  const alike = decision.startsWith(ABOUT_CAPS) ? aboutCaps : { NOT: aboutCaps }
  const newest = await tx.journalEntry.findFirst({
    where: { hostId, ...alike },
    orderBy: { id: 'desc' },
  })
  const isSame =
    newest?.decision === decision &&
    newest.text === text &&
    newest.hotspotId === hotspotId &&
    newest.recommendationId === recommendationId
  if (!isSame) {
    const detail = entry.detail as Prisma.InputJsonObject
    const data = { hostId, decision, text, detail, hotspotId, recommendationId }
    await tx.journalEntry.create({ data: { ...data, at: now, lastAt: now } })
  } else if (now.getTime() - newest.lastAt.getTime() >= AGAIN_AFTER_MS) {
    const data = { times: { increment: 1 }, lastAt: now }
    await tx.journalEntry.update({ where: { id: newest.id }, data })
  }
}
