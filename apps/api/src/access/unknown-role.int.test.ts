import type { Role } from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('gives somebody whose role only a newer version knows no access, and no server error', async () => {
  await api.deps.db.$executeRaw`ALTER TABLE "Grant" DROP CONSTRAINT "Grant_role_check"`
  const call = await api.as('auditor' as Role)
  const reads = modules
    .flatMap(({ routes }) => routes)
    .filter(({ endpoint, options }) => endpoint.method === 'GET' && options.access !== 'public')
  const answers: Record<string, number> = {}
  for (const { endpoint, options } of reads) {
    const id = crypto.randomUUID()
    const { status } = await call(endpoint, { params: { id } })
    if (options.access === 'signed-in')
      expect([endpoint.id, status < 500]).toEqual([endpoint.id, true])
    else answers[endpoint.id] = status
  }
  expect(Object.keys(answers).length).toBeGreaterThan(20)
  expect(new Set(Object.values(answers))).toEqual(new Set([403]))
})
