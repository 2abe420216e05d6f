import * as contract from '@steelyard/contract'
import { type PoolDouble, poolDouble, type Role } from '@steelyard/xapi/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { DAY_MS, MINUTE_MS } from '../milliseconds.ts'
import { connectDouble } from '../pools/testing/connect-double.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, PASSWORD } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { settleLostWeights } from './agent/settle-lost-weights.ts'
import { storeWeight } from './agent/store-weight.ts'

const PARAMS = { mask: '0,1', weight: 'nonsense', note: 'ours' }
const REFUSAL = '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"INTERNAL_ERROR","data":[]}}'
const ODD_ANSWER = '{"jsonrpc":"2.0","id":1,"result":7}'

let client: HostClient
let pool: PoolDouble
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client?.close())

beforeEach(() => connect('pool-admin'))
afterEach(disconnect)

async function connect(role: Role) {
  pool = await poolDouble({
    hosts: 2,
    guests: [
      { name: 'web', host: 0, params: PARAMS },
      { name: 'database', host: 1, params: { weight: '300' } },
    ],
    accounts: [{ user: 'steelyard', password: 'secret', role }],
  })
  poolId = await connectDouble(client, pool)
}

async function disconnect() {
  await client.api.deps.db.pool.deleteMany()
  await pool.close()
}

const vm = (name = 'web') => pool.state.guestNamed(name)
const guestUuid = (name = 'web') => String(pool.state.database.get('VM', vm(name)).uuid)
const stored = (name = 'web') => pool.state.database.get('VM', vm(name)).VCPUs_params
const someoneStores = (params: Record<string, string>) =>
  pool.state.database.change('VM', vm(), { VCPUs_params: params })

async function newest(): Promise<contract.WeightPlan> {
  const reply = await client.call(contract.listWeightPlans, { params: { id: poolId } })
  return expectStatus(reply, 200).data[0]!
}

const ask = (wish: { guestUuid: string; weight: number; cap?: number }, call = client.call) =>
  call(contract.planStoredWeight, { params: { id: poolId }, body: wish })

async function plan(weight = 512, cap?: number, call: Caller = client.call) {
  const wish = { guestUuid: guestUuid(), weight, ...(cap === undefined ? {} : { cap }) }
  await waitForJob(client.api.deps, expectStatus(await ask(wish, call), 202).job.id)
  return newest()
}

const begin = (
  endpoint: typeof contract.storePlannedWeight | typeof contract.rollBackStoredWeight,
  planId: string,
  call: Caller = client.call,
) => call(endpoint, { params: { id: poolId, planId }, body: { password: PASSWORD } })
const store = (planId: string, call?: Caller) => begin(contract.storePlannedWeight, planId, call)
const rollBack = (planId: string) => begin(contract.rollBackStoredWeight, planId)

async function ended(reply: Awaited<ReturnType<typeof begin>>): Promise<contract.WeightPlan> {
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return newest()
}

describe('a weight that XAPI stores', () => {
  it('is shown before, stored, read back, and given back even where it was nonsense', async () => {
    const planned = await plan(512, 50)
    expect(planned).toMatchObject({
      state: 'planned',
      before: 'weight "nonsense", no cap',
      after: 'weight 512, cap 50 %',
      commands: [`xe vm-param-set uuid=${guestUuid()} VCPUs-params:weight=512 VCPUs-params:cap=50`],
      secondPerson: 'not-needed',
      outcome: null,
    })
    expect(planned.notes[0]).toMatch(/next start, resume or migration of web, and not before/)
    expect(stored()).toEqual(PARAMS)
    const done = await ended(await store(planned.id))
    expect(done).toMatchObject({
      state: 'stored',
      outcome: 'XAPI stores weight 512, cap 50 %, as read back.',
      trouble: null,
    })
    expect(stored()).toEqual({ mask: '0,1', note: 'ours', weight: '512', cap: '50' })
    expect(stored('database')).toEqual({ weight: '300' })
    const shown = expectStatus(await client.call(contract.getPool, { params: { id: poolId } }), 200)
    const web = shown.found!.guests.find(({ name }: contract.PoolGuest) => name === 'web')
    expect(web).toMatchObject({ weight: 512, cap: 50 })
    const undone = await ended(await rollBack(planned.id))
    expect(undone).toMatchObject({ state: 'restored', trouble: null, undoneBy: expect.anything() })
    expect(stored()).toEqual(PARAMS)
    expect(await rollBack(planned.id)).toMatchObject({ body: { code: 'not-undoable' } })
    const audited = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: poolId, action: { contains: '-weight' } },
      orderBy: { id: 'asc' },
    })
    expect(audited.map(({ action }) => action)).toEqual([
      'pool.plan-weight',
      'pool.store-weight',
      'pool.roll-back-weight',
    ])
    expect(pool.sessions.open).toEqual([])
  })

  it('leaves a cap of its own alone', async () => {
    someoneStores({ weight: '256', cap: 'odd' })
    expect(await ended(await store((await plan()).id))).toMatchObject({ state: 'stored' })
    expect(stored()).toEqual({ weight: '512', cap: 'odd' })
  })

  it('is not planned twice, and not for a guest that nobody knows', async () => {
    someoneStores({ weight: '512' })
    expect(await plan()).toMatchObject({
      state: 'refused',
      outcome: expect.stringMatching(/already/),
    })
    const unknown = { guestUuid: '00000000-0000-4000-8000-000000000000', weight: 1 }
    expect(await ask(unknown)).toMatchObject({ status: 409, body: { code: 'guest-unknown' } })
  })

  it('is set on the host where that is connected over SSH', async () => {
    await disconnect()
    const xen = await client.startDouble()
    const host = await client.enrol(xen)
    const [vm1] = xen.host.domains.slice(1)
    pool = await poolDouble({
      hosts: 2,
      guests: [
        { name: 'vm1', uuid: vm1!.uuid, host: 0 },
        { name: 'beside', host: 0 },
        { name: 'web', host: 1 },
      ],
    })
    poolId = await connectDouble(client, pool)
    const refusal = { status: 409, body: { code: 'host-connected' } }
    const besides = await ask({ guestUuid: guestUuid('beside'), weight: 512 })
    expect(besides).toMatchObject(refusal)
    expect(JSON.stringify(besides.body)).toContain(host.name)
    expect(await plan()).toMatchObject({ state: 'planned' })
  })

  it('is refused to an account that may only read', async () => {
    await disconnect()
    await connect('read-only')
    expect(await plan()).toMatchObject({
      state: 'refused',
      outcome: expect.stringMatching(/vm-admin/),
    })
  })
})

describe('what somebody else stored', () => {
  it('since the plan is left', async () => {
    const { id } = await plan()
    someoneStores({ ...PARAMS, weight: '700' })
    expect(await ended(await store(id))).toMatchObject({
      state: 'overruled',
      outcome: 'Somebody else stored weight 700, no cap since. That was left as it is.',
    })
    expect(stored()).toEqual({ ...PARAMS, weight: '700' })
  })

  it('since it was stored is left as well', async () => {
    const { id } = await plan()
    await ended(await store(id))
    someoneStores({ ...PARAMS, weight: '700' })
    expect(await ended(await rollBack(id))).toMatchObject({ state: 'overruled' })
    expect(stored()).toEqual({ ...PARAMS, weight: '700' })
  })
})

describe('where something fails', () => {
  it('nothing is stored, and XAPI’s reason is told', async () => {
    const { id } = await plan()
    pool.faults.answer = (method) =>
      method === 'VM.remove_from_VCPUs_params' ? REFUSAL : undefined
    expect(await ended(await store(id))).toMatchObject({
      state: 'refused',
      outcome: expect.stringMatching(/did not take it/),
      trouble: { message: expect.stringMatching(/INTERNAL_ERROR/) },
    })
    expect(stored()).toEqual(PARAMS)
  })

  it('in the middle, what stood there comes back as soon as XAPI takes it', async () => {
    const { id } = await plan()
    pool.faults.answer = (method) => (method === 'VM.add_to_VCPUs_params' ? REFUSAL : undefined)
    const reply = await store(id)
    const job = await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
    expect(job.state).toBe('failed')
    expect(await newest()).toMatchObject({ state: 'storing', trouble: { code: 'store-failed' } })
    // Removed, but not given back yet: an agent asks again, once a minute.
    expect(stored()).toEqual({ mask: '0,1', note: 'ours' })
    pool.faults.answer = () => undefined
    await settledAfterAMinute()
    expect(await newest()).toMatchObject({
      state: 'refused',
      outcome: expect.stringMatching(/did not take it/),
    })
    expect(stored()).toEqual(PARAMS)
  })

  it('before anything began, it can be started again', async () => {
    const { id } = await plan()
    pool.faults.answer = (method) => (method === 'VM.get_VCPUs_params' ? ODD_ANSWER : undefined)
    await waitForJob(client.api.deps, expectStatus(await store(id), 202).job.id)
    expect(await newest()).toMatchObject({ state: 'planned', trouble: { code: 'store-failed' } })
    pool.faults.answer = () => undefined
    expect(await ended(await store(id))).toMatchObject({ state: 'stored', trouble: null })
    pool.faults.answer = (method) => (method === 'VM.get_VCPUs_params' ? ODD_ANSWER : undefined)
    await waitForJob(client.api.deps, expectStatus(await rollBack(id), 202).job.id)
    expect(await newest()).toMatchObject({ state: 'stored', trouble: { code: 'store-failed' } })
  })

  it.each([
    ['had finished', { ...PARAMS, weight: '512' }, 'stored'],
    ['had half done', { mask: '0,1', note: 'ours' }, 'refused'],
    ['had not begun', PARAMS, 'refused'],
    ['was overruled in', { ...PARAMS, weight: '9' }, 'overruled'],
  ])('what a killed agent %s is found out', async (_, found, state) => {
    const { id } = await plan()
    const { db } = client.api.deps
    await db.weightPlan.update({ where: { id }, data: { state: 'storing', begunAt: new Date() } })
    someoneStores(found)
    const sent = pool.seen.length
    await loseJob(id)
    await settledAfterAMinute()
    expect(await newest()).toMatchObject({ state })
    expect(stored()).toEqual(state === 'refused' ? PARAMS : found)
    const adds = pool.seen.slice(sent).filter(({ method }) => /add_to_VCPUs/.test(method))
    expect(adds).toHaveLength('weight' in found ? 0 : 1)
  })

  it('what the queue lost before it began is as it was', async () => {
    const { id } = await plan()
    await client.api.deps.db.weightPlan.update({ where: { id }, data: { state: 'storing' } })
    await loseJob(id)
    await settleLostWeights(client.api.deps)
    expect(await newest()).toMatchObject({
      state: 'planned',
      outcome: expect.stringMatching(/Nothing was changed/),
    })
  })

  it('what is cancelled in time never begins', async () => {
    const { id } = await plan()
    const { deps } = client.api
    await deps.db.weightPlan.update({ where: { id }, data: { state: 'storing' } })
    const signal = AbortSignal.abort(new Error('cancelled'))
    const job = { payload: { planId: id }, deps, signal, progress() {}, jobId: id, attempt: 1 }
    await expect(storeWeight.handler(job as never)).rejects.toThrow('cancelled')
    expect(stored()).toEqual(PARAMS)
    expect(await deps.db.weightPlan.findUnique({ where: { id } })).toMatchObject({ begunAt: null })
  })

  async function loseJob(id: string) {
    const { db } = client.api.deps
    const { jobId } = await db.weightPlan.findUniqueOrThrow({ where: { id } })
    const data = { state: 'failed', finishedAt: new Date() }
    await db.job.update({ where: { id: jobId! }, data })
  }

  async function settledAfterAMinute() {
    const { deps } = client.api
    const { jobId } = await newest()
    await settleLostWeights(deps)
    expect(await newest()).toMatchObject({ jobId })
    await settleLostWeights(deps, new Date(Date.now() + MINUTE_MS + 1000))
    const { jobId: next } = await newest()
    expect(next).not.toBe(jobId)
    await waitForJob(deps, next!)
  }
})

describe('who may start it, and when', () => {
  it('is another person where a rule asks for a second one, and anybody rolls it back', async () => {
    const maker = await signInAs(client.api, 'operator')
    const other = await signInAs(client.api, 'operator')
    const { id } = await plan(512, undefined, maker.call)
    const { db } = client.api.deps
    await db.approvalRule.create({ data: { tag: null } })
    try {
      expect(await store(id, maker.call)).toMatchObject({ status: 403, body: { code: 'own-plan' } })
      expect(await store(id)).toMatchObject({ body: { code: 'person-needed' } })
      const { job } = expectStatus(await store(id, other.call), 202)
      await waitForJob(client.api.deps, job.id)
      expect(await newest()).toMatchObject({ state: 'stored' })
      expect(await ended(await rollBack(id))).toMatchObject({ state: 'restored' })
    } finally {
      await db.approvalRule.deleteMany()
    }
  })

  it('is nobody after a day, nor while its host is part of a move', async () => {
    const { db } = client.api.deps
    const { id } = await plan()
    const uuids = { guestUuid: guestUuid(), fromHostUuid: 'from', toHostUuid: 'to' }
    const names = { guestName: 'web', fromHostName: 'from', toHostName: 'to', createdBy: 'me' }
    const move = await db.poolMove.create({ data: { poolId, ...uuids, ...names } })
    await db.movingHost.create({
      data: { poolId, hostUuid: 'from', moveId: move.id, guestUuids: [guestUuid()] },
    })
    expect(await store(id)).toMatchObject({ status: 409, body: { code: 'guest-moving' } })
    await db.movingHost.deleteMany()
    await db.weightPlan.update({ where: { id }, data: { state: 'storing' } })
    const planned = { state: 'planned', plannedAt: new Date() }
    await db.poolMove.update({ where: { id: move.id }, data: planned })
    const params = { id: poolId, moveId: move.id }
    const moved = await client.call(contract.startPoolMove, {
      params,
      body: { password: PASSWORD },
    })
    expect(moved).toMatchObject({ status: 409, body: { code: 'weight-busy' } })
    const again = await plan(600)
    expect(await store(again.id)).toMatchObject({ body: { code: 'weight-busy' } })
    const old = { state: 'planned', plannedAt: new Date(Date.now() - 2 * DAY_MS) }
    await db.weightPlan.update({ where: { id }, data: old })
    expect(await store(id)).toMatchObject({ status: 409, body: { code: 'plan-expired' } })
  })
})
