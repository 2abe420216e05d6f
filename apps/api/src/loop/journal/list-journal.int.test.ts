import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { dropOldEntries } from './drop-old-entries.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('lists the journal by host, decision and recommendation, with what concerns every host', async () => {
  const { db } = api.deps
  const hostId = (await db.host.create({ data: { name: 'one' } })).id
  const other = (await db.host.create({ data: { name: 'other' } })).id
  const recommendationId = randomUUID()
  const note = (decision: string, of: object) =>
    db.journalEntry.create({ data: { decision, text: decision, detail: {}, ...of } })
  await note('waits', { hostId, recommendationId })
  await note('nothing-done', { hostId })
  await note('waits', { hostId: other })
  await note('stopped', {})
  const call = await api.as('viewer')
  const decisions = async (query: Record<string, unknown>) =>
    (await call(contract.listJournal, { query })).body.data.map(
      (entry: contract.JournalEntry) => entry.decision,
    )
  expect(await decisions({})).toEqual(['stopped', 'waits', 'nothing-done', 'waits'])
  expect(await decisions({ hostId })).toEqual(['stopped', 'nothing-done', 'waits'])
  expect(await decisions({ hostId, decision: 'waits' })).toEqual(['waits'])
  expect(await decisions({ recommendationId })).toEqual(['waits'])
  expect(await decisions({ recommendationId, decision: 'stopped' })).toEqual([])
})

it('drops what was last decided longer ago than anything observed is kept', async () => {
  const { db, config } = api.deps
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)
  const days = config.keep1hDays
  const entries = [
    { decision: 'old', at: ago(days + 30), lastAt: ago(days + 1) },
    { decision: 'repeated', at: ago(days + 30), lastAt: ago(days - 1) },
  ]
  await db.journalEntry.createMany({
    data: entries.map((each) => ({ ...each, text: each.decision, detail: {} })),
  })
  await dropOldEntries(api.deps)
  const where = { decision: { in: ['old', 'repeated'] } }
  expect(await db.journalEntry.findMany({ where, select: { decision: true } })).toEqual([
    { decision: 'repeated' },
  ])
})
