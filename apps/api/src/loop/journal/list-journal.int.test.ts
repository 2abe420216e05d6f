import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

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
