import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('lists recommendations by host, by plan, and those that wait for a person', async () => {
  const { db } = api.deps
  const hostOf = async (name: string) => (await db.host.create({ data: { name } })).id
  const [one, other] = [await hostOf('one'), await hostOf('other')]
  const recommend = async (hostId: string, state: string, more: object = {}) =>
    db.hostRecommendation.create({
      data: {
        hostId,
        state,
        mode: 'approve',
        isDryRun: true,
        reason: '',
        expiresAt: new Date(),
        ...more,
      },
    })
  const plan = await db.plan.create({
    data: { hostId: one, wanted: { weights: [], analysed: [], predicted: [] } },
  })
  await recommend(one, 'expired', { planId: plan.id, closedAt: new Date() })
  await recommend(one, 'worse')
  await recommend(other, 'open')
  const call = await api.as('viewer')
  const states = async (query: Record<string, unknown>) =>
    (await call(contract.listRecommendations, { query })).body.data.map(
      (row: contract.HostRecommendation) => row.state,
    )
  expect(await states({})).toEqual(['open', 'worse', 'expired'])
  expect(await states({ open: 'true' })).toEqual(['open', 'worse'])
  expect(await states({ hostId: one, open: 'true' })).toEqual(['worse'])
  expect(await states({ planId: plan.id })).toEqual(['expired'])
  expect(await states({ planId: plan.id, open: 'true' })).toEqual([])
})
