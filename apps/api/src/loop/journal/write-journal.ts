import type { LoopDecision } from '@steelyard/contract'
import { type Saying, words } from '@steelyard/words'
import type { Tx } from '../../db.ts'
import { packSaying, sayingText } from './stored-saying.ts'

interface Entry {
  /** Null: it concerns every host. */
  hostId: string | null
  decision: LoopDecision
  saying: Saying
  hotspotId?: string | null
  recommendationId?: string | null
}

/** The loop looks every few seconds; that it decided the same again is noted this often. */
const AGAIN_AFTER_MS = 60_000

/** Decisions about caps and all others alternate in one journal, and each repeats its own. */
const ABOUT_CAPS = 'caps-'

/**
 * Notes a decision. One like the newest of its host and kind, that says the same, only raises its
 * count, and does so once a minute at most. Whoever writes holds the host, so that each sees the
 * newest.
 */
export async function writeJournal(tx: Tx, entry: Entry, now = new Date()): Promise<void> {
  const { hostId, decision, saying, hotspotId = null, recommendationId = null } = entry
  const aboutCaps = { decision: { startsWith: ABOUT_CAPS } }
  const alike = decision.startsWith(ABOUT_CAPS) ? aboutCaps : { NOT: aboutCaps }
  const newest = await tx.journalEntry.findFirst({
    where: { hostId, ...alike },
    orderBy: { id: 'desc' },
  })
  const isSame =
    newest?.decision === decision &&
    sayingText(newest.text, newest.detail) === words.loop.saying(saying) &&
    newest.hotspotId === hotspotId &&
    newest.recommendationId === recommendationId
  if (!isSame) {
    const detail = packSaying(saying)
    const data = { hostId, decision, detail, hotspotId, recommendationId }
    await tx.journalEntry.create({ data: { ...data, at: now, lastAt: now } })
  } else if (now.getTime() - newest.lastAt.getTime() >= AGAIN_AFTER_MS) {
    const data = { times: { increment: 1 }, lastAt: now }
    await tx.journalEntry.update({ where: { id: newest.id }, data })
  }
}
