import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let operator: Caller
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
})
afterAll(() => api.close())

const stop = (call: Caller, reason = 'Something is wrong') =>
  call(contract.stopLoop, { body: { reason } })
const resume = (call: Caller) => call(contract.resumeLoop, { body: {} })
const state = async () => (await operator(contract.getLoop)).body.stop

it('whoever may change one host may stop all, and roles on every host resume', async () => {
  const local = await api.as([{ role: 'operator', tag: 'web-*' }])
  expect(await state()).toBeNull()
  expect((await stop(await api.as('viewer'))).status).toBe(403)
  expect((await stop(local)).body.stop).toMatchObject({ reason: 'Something is wrong' })
  expect((await stop(operator, 'Again')).body.stop).toMatchObject({ reason: 'Something is wrong' })
  expect(await state()).toMatchObject({ reason: 'Something is wrong' })
  expect((await resume(local)).body.code).toBe('not-on-every-host')
  expect((await resume(operator)).body.stop).toBeNull()
  expect((await resume(operator)).body.code).toBe('loop-not-stopped')
  expect(await state()).toBeNull()
  const rows = await api.deps.db.auditEvent.findMany({ where: { targetKind: 'loop' } })
  expect(rows.map(({ action }) => action).sort()).toEqual(['loop.resume', 'loop.stop', 'loop.stop'])
})

it('shows in the journal of whoever sees any host', async () => {
  await stop(operator, 'Maintenance')
  const viewer = await api.as([{ role: 'viewer', tag: 'web-*' }])
  const { body } = await viewer(contract.listJournal)
  expect(body.data[0]).toMatchObject({
    hostId: null,
    decision: 'stopped',
    times: 1,
    text: expect.stringMatching(/stopped every change that no person makes: Maintenance$/),
  })
})
