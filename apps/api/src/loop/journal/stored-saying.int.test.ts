import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { writeJournal } from './write-journal.ts'

let api: TestApi
let hostId: string
beforeAll(async () => {
  api = await startTestApi()
  hostId = (await api.deps.db.host.create({ data: { name: 'xen1' } })).id
})
afterAll(() => api.close())

const saying = { code: 'nothing-done', because: { code: 'no-hotspot' } } as const
const SAID = 'Nothing is done. No target is being missed.'

async function journal(): Promise<contract.JournalEntry[]> {
  const call = await api.as('viewer')
  return (await call(contract.listJournal, { query: { hostId } })).body.data
}

it('a line is stored as a code and its values, and put into words when it is read', async () => {
  const { db } = api.deps
  await db.$transaction((tx) => writeJournal(tx, { hostId, decision: 'nothing-done', saying }))
  expect(await db.journalEntry.findFirst({ select: { text: true, detail: true } })).toEqual({
    text: null,
    detail: { version: 1, ...saying },
  })
  expect(await journal()).toMatchObject([{ text: SAID, times: 1 }])
})

it('a line of an earlier version keeps its words, and the same said again counts with it', async () => {
  const { db } = api.deps
  const line = { hostId, decision: 'nothing-done', detail: { because: 'x' } }
  const long = new Date(Date.now() - 3600_000)
  await db.journalEntry.create({ data: { ...line, text: 'In other words.' } })
  await db.journalEntry.create({ data: { ...line, text: SAID, at: long, lastAt: long } })
  await db.$transaction((tx) => writeJournal(tx, { hostId, decision: 'nothing-done', saying }))
  expect(await journal()).toMatchObject([
    { text: SAID, times: 2 },
    { text: 'In other words.', times: 1 },
    { text: SAID, times: 1 },
  ])
})

it('a line of a version to come says so, and hides no other', async () => {
  const lines = [
    { version: 2, code: 'nothing-done' },
    { version: 1, code: 'said-later' },
  ]
  await api.deps.db.journalEntry.createMany({
    data: lines.map((detail) => ({ hostId, decision: 'nothing-done', detail })),
  })
  const [later, newer, ...known] = await journal()
  expect(newer?.text).toContain('stored in form 2')
  expect(later?.text).toContain('does not know')
  expect(known).toHaveLength(3)
})
