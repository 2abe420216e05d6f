import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowsOf, sendRows } from './copy-rows.ts'

let client: pg.Client
beforeEach(async () => {
  client = new pg.Client({ connectionString: process.env.STEELYARD_TEST_DATABASE_URL })
  await client.connect()
  await client.query('create temp table number (n int primary key)')
})
afterEach(() => client.end())

async function* linesOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(`${text}\n`)
}

const many = 'copy (select repeat(i::text, 100) from generate_series(1, 100000) i) to stdout'

test('rows come one by one, also to whoever is slow, and the session goes on', async () => {
  let count = 0
  for await (const row of rowsOf(client, many)) {
    if (++count % 20_000 === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(String(row)).toBe(`${String(count).repeat(100)}\n`)
  }
  expect(count).toBe(100_000)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('whoever wants no more rows can end the session', async () => {
  for await (const _ of rowsOf(client, many)) break
  await client.end()
})

test('rows that were sent are there, and counted', async () => {
  expect(await sendRows(client, 'copy number from stdin', linesOf('1', '2\n3'))).toBe(3)
  expect(await sendRows(client, 'copy number from stdin', linesOf())).toBe(0)
  expect((await client.query('select count(*)::int from number')).rows).toEqual([{ count: 3 }])
})

test.each([
  ['the query', 'copy missing from stdin', () => linesOf('1'), 'relation "missing" does not exist'],
  [
    'a row',
    'copy number from stdin',
    () => linesOf('1', 'x'),
    'invalid input syntax for type integer',
  ],
  ['the source', 'copy number from stdin', failing, 'the source is gone'],
] as const)(
  'what is wrong with %s is said, and the session goes on',
  async (_, query, rows, reason) => {
    await expect(sendRows(client, query, rows())).rejects.toThrow(reason)
    expect((await client.query('select * from number')).rows).toEqual([])
    const missing = async () => {
      for await (const _ of rowsOf(client, 'copy missing to stdout'));
    }
    await expect(missing()).rejects.toThrow('relation "missing" does not exist')
  },
)

async function* failing() {
  yield* linesOf('1')
  throw new Error('the source is gone')
}
