import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAtOnce } from './db.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('a consistent read sees nothing that is written during it', async () => {
  const { db } = api.deps
  const [before, after] = await readAtOnce(db, async (tx) => {
    const first = await tx.host.count()
    await db.host.create({ data: { name: 'xen1' } })
    return [first, await tx.host.count()]
  })
  expect([before, after, await db.host.count()]).toEqual([0, 0, 1])
})
