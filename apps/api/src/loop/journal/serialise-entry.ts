import type { JournalEntry, LoopDecision } from '@steelyard/contract'
import type { Prisma } from '../../db.ts'
import { sayingText } from './stored-saying.ts'

export const entryParts = {
  host: { select: { name: true } },
} satisfies Prisma.JournalEntryInclude

type EntryRow = Prisma.JournalEntryGetPayload<{ include: typeof entryParts }>

export function serialiseEntry(row: EntryRow): JournalEntry {
  return {
    id: row.id,
    hostId: row.hostId,
    hostName: row.host?.name ?? null,
    at: row.at.toISOString(),
    lastAt: row.lastAt.toISOString(),
    times: row.times,
    decision: row.decision as LoopDecision,
    text: sayingText(row.text, row.detail),
    hotspotId: row.hotspotId,
    recommendationId: row.recommendationId,
  }
}
