import { z } from 'zod'
import { LOOP_DECISIONS } from '../choices.ts'
import { Id, PageQuery, page, Timestamp } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const LoopDecision = z.enum(LOOP_DECISIONS)
export type LoopDecision = z.infer<typeof LoopDecision>

/** One decision of the loop, also to do nothing, and why. */
export const JournalEntry = z
  .object({
    id: Id,
    hostId: Id.nullable(),
    hostName: z.string().nullable(),
    at: Timestamp,
    lastAt: Timestamp.describe('When the same was decided for the last time in a row.'),
    times: z.number().int(),
    decision: LoopDecision,
    text: z.string(),
    hotspotId: Id.nullable(),
    recommendationId: Id.nullable(),
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntry = z.infer<typeof JournalEntry>

export const listJournal = endpoint({
  id: 'listJournal',
  method: 'GET',
  path: '/journal',
  tag: 'Loop',
  summary: 'List what the loop decided and why, newest first',
  query: PageQuery.extend({
    hostId: Id.optional(),
    recommendationId: Id.optional(),
    decision: LoopDecision.optional(),
  }),
  status: 200,
  response: page(JournalEntry),
})
