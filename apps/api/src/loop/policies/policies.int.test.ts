import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
let operator: Caller
let hostId: string
beforeAll(async () => {
  api = await startTestApi()
  operator = await api.as('operator')
})
afterAll(() => api.close())
beforeEach(async () => {
  const host = await api.deps.db.host.create({
    data: { name: crypto.randomUUID(), tags: ['web-1', 'prod'] },
  })
  hostId = host.id
  await api.deps.db.policy.deleteMany()
})

const get = async () =>
  (await operator(contract.getHostPolicy, { params: { id: hostId } })).body as contract.HostPolicy
const set = (body: object) => operator(contract.setHostPolicy, { params: { id: hostId }, body })
const setTag = (tag: string, settings: object, call = operator) =>
  call(contract.setTagPolicy, { body: { tag, settings } })

describe('the policy in force', () => {
  it('is off without any, and says why nothing happens', async () => {
    const policy = await get()
    expect(policy).toMatchObject({
      source: 'none',
      settings: { mode: 'off', dryRun: true },
      canActNow: false,
      statement: 'When a target is missed in 2 of 3 minutes, it is logged; nothing is changed.',
    })
    expect(policy.hindrances).toEqual([
      'The policy of this host is off.',
      'The host cannot be observed well. It is not watched.',
    ])
  })

  it('is that of the host, else the most cautious one of its tags', async () => {
    await setTag('web-*', { mode: 'automatic' })
    await setTag('prod', { mode: 'approve' })
    await setTag('other', { mode: 'off' })
    expect(await get()).toMatchObject({ source: 'tag', tag: 'prod', settings: { mode: 'approve' } })
    expect((await set({ mode: 'automatic', dryRun: false })).body).toMatchObject({
      source: 'host',
      tag: null,
    })
    const remove = () => operator(contract.removeHostPolicy, { params: { id: hostId } })
    expect((await remove()).status).toBe(204)
    expect((await remove()).body.code).toBe('policy-not-found')
    expect(await get()).toMatchObject({ source: 'tag', tag: 'prod' })
  })

  it('is listed and removed by tag, by roles on every host alone', async () => {
    const local = await api.as([{ role: 'operator', tag: 'web-*' }])
    expect((await setTag('web-*', {}, local)).body.code).toBe('not-on-every-host')
    const { body } = await setTag('web-*', { mode: 'approve' })
    const listed = await operator(contract.listTagPolicies)
    expect(listed.body.data).toEqual([body])
    const remove = (call: Caller) => call(contract.removeTagPolicy, { params: { id: body.id } })
    expect((await remove(local)).body.code).toBe('not-on-every-host')
    expect((await remove(operator)).status).toBe(204)
    expect((await remove(operator)).status).toBe(404)
  })

  it('is refused where it makes no sense', async () => {
    const moreThanAll = { missedWindows: 6, ofWindows: 5 }
    expect((await set(moreThanAll)).status).toBe(422)
    expect((await set({ timeZone: 'Nowhere/None' })).status).toBe(422)
    for (const wrong of [
      { windows: [{ days: [], from: '10:00', to: '12:00' }] },
      { windows: [{ days: [1], from: '24:00', to: '12:00' }] },
      { mode: 'reckless' },
      { leastGain: 0 },
    ]) {
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400])
    }
  })

  it('leaves a row in the audit trail each time it changes', async () => {
    await set({ mode: 'approve' })
    await operator(contract.removeHostPolicy, { params: { id: hostId } })
    const rows = await api.deps.db.auditEvent.findMany({
      where: { targetId: hostId },
      orderBy: { sequence: 'asc' },
    })
    expect(rows.map(({ action }) => action)).toEqual(['policy.set', 'policy.remove'])
    expect(rows[0]!.detail).toMatchObject({ settings: { mode: 'approve' } })
  })
})
