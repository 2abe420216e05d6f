import { randomBytes } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resealKeys } from '../hosts/connection/reseal-keys.ts'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { waitForJob } from '../testing/wait-for-job.ts'

let client: HostClient
let double: PoolDouble
beforeAll(async () => {
  client = await startHostClient()
  double = await poolDouble({ hosts: 3, guests: 4 })
})
afterAll(async () => {
  await double.close()
  await client.close()
})

let added = 0
const member = () => double.members[0]!

/** Adds the pool of the double, up to a certificate that waits to be confirmed. */
async function add(): Promise<contract.Pool> {
  const { address, port } = member()
  const body = { name: `pool ${++added}`, address, port }
  const { job, pool } = expectStatus(await client.call(contract.addPool, { body }), 202)
  await waitForJob(client.api.deps, job.id)
  return get(pool.id)
}

async function connect(id: string, more: object = {}) {
  const body = { fingerprint: member().fingerprint, username: 'root', password: 'secret', ...more }
  return client.call(contract.connectPool, { params: { id }, body })
}

async function get(id: string): Promise<contract.Pool> {
  return expectStatus(await client.call(contract.getPool, { params: { id } }), 200)
}

/** Waits until the job of an answer has ended. */
async function settled(reply: Awaited<ReturnType<typeof connect>>): Promise<contract.Pool> {
  const { job, pool } = expectStatus(reply, 202)
  await waitForJob(client.api.deps, job.id)
  return get(pool.id)
}

describe('a pool is added', () => {
  it('shows a certificate first, and takes an account only for that one', async () => {
    const pool = await add()
    expect(pool).toMatchObject({ state: 'awaiting-confirmation', found: null, username: null })
    expect(pool.members).toMatchObject([
      { offeredFingerprint: member().fingerprint, pinnedFingerprint: null },
    ])
    const logins = () => double.seen.filter(({ method }) => method.startsWith('session.login'))
    const before = logins().length
    const other = await connect(pool.id, { fingerprint: 'AB'.repeat(32) })
    expect(other).toMatchObject({ status: 409, body: { code: 'fingerprint-differs' } })
    expect(logins()).toHaveLength(before)
    const connected = await settled(await connect(pool.id))
    expect(connected).toMatchObject({ state: 'connected', username: 'root', trouble: null })
    expect(connected.found?.hosts).toHaveLength(3)
    expect(connected.found?.hosts.filter(({ isCoordinator }) => isCoordinator)).toHaveLength(1)
    expect(connected.found?.guests).toHaveLength(4)
    // The other members are seen, and followed only once a person has confirmed them.
    expect(connected.members).toHaveLength(3)
    expect(connected.members.filter(({ pinnedFingerprint }) => pinnedFingerprint)).toHaveLength(1)
    expect(double.sessions.open).toEqual([])
  })

  it('keeps the password from the API, the answers, the audit trail and the rows', async () => {
    const { id } = await add()
    await settled(await connect(id))
    const { db } = client.api.deps
    const row = await db.pool.findUniqueOrThrow({ where: { id } })
    const everything = JSON.stringify([
      row,
      await get(id),
      await db.auditEvent.findMany({ select: { detail: true } }),
      await db.job.findMany({ select: { payload: true, result: true, error: true } }),
    ])
    expect(everything).not.toContain('secret')
    expect(Buffer.from(row.passwordSealed!).includes('secret')).toBe(false)
  })

  it('says what is wrong with an account, and takes another', async () => {
    const { id } = await add()
    const failing = await settled(await connect(id, { password: 'wrong' }))
    expect(failing).toMatchObject({ state: 'failing', trouble: { code: 'auth-failed' } })
    expect(failing.trouble?.fix).toMatch(/password/)
    expect(await settled(await connect(id))).toMatchObject({ state: 'connected', trouble: null })
  })

  it('says that nothing answers', async () => {
    const body = { name: 'nobody', address: '127.0.0.2', port: 1 }
    const { job, pool } = expectStatus(await client.call(contract.addPool, { body }), 202)
    await waitForJob(client.api.deps, job.id)
    expect(await get(pool.id)).toMatchObject({
      state: 'failing',
      trouble: { code: 'unreachable' },
    })
    expect(await connect(pool.id)).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-confirm' },
    })
  })
})

describe('another coordinator', () => {
  it('is followed once its certificate is confirmed, and named before', async () => {
    const own = await poolDouble({ hosts: 2, guests: 1 })
    const [first, second] = own.members
    const body = { name: 'changes', address: first!.address, port: first!.port }
    const answer = expectStatus(await client.call(contract.addPool, { body }), 202)
    await waitForJob(client.api.deps, answer.job.id)
    const params = { id: answer.pool.id }
    const account = { username: 'root', password: 'secret' }
    const pool = await settled(
      await client.call(contract.connectPool, {
        params,
        body: { ...account, fingerprint: first!.fingerprint },
      }),
    )
    expect(pool.state).toBe('connected')
    own.changeCoordinator(1)
    const lost = await settled(await client.call(contract.readPool, { params }))
    expect(lost).toMatchObject({ state: 'failing', trouble: { code: 'coordinator-not-pinned' } })
    const { address, fingerprint } = second!
    expectStatus(
      await client.call(contract.pinPoolMember, { params, body: { address, fingerprint } }),
      200,
    )
    const found = await settled(await client.call(contract.readPool, { params }))
    expect(found.state).toBe('connected')
    expect(found.found?.hosts.find(({ isCoordinator }) => isCoordinator)?.address).toBe(address)
    await own.close()
  })
})

describe('who may', () => {
  it('hides pools from whoever has roles on some hosts alone', async () => {
    const { id } = await add()
    const some = await client.api.as([{ role: 'operator', tag: 'web' }])
    expect((await some(contract.getPool, { params: { id } })).status).toBe(404)
    expect((await some(contract.listPools)).body.data).toEqual([])
    const body = { name: 'mine', address: '127.0.0.1' }
    expect((await some(contract.addPool, { body })).status).toBe(403)
    const viewer = await client.api.as('viewer')
    expect((await viewer(contract.getPool, { params: { id } })).status).toBe(200)
    expect((await viewer(contract.readPool, { params: { id } })).status).toBe(403)
  })
})

it('removes a pool with its password, and one name is taken once', async () => {
  const { id, name } = await add()
  const { address, port } = member()
  const again = await client.call(contract.addPool, { body: { name, address, port } })
  expect(again).toMatchObject({ status: 409, body: { code: 'pool-name-taken' } })
  expectStatus(await client.call(contract.removePool, { params: { id } }), 204)
  expect(await client.api.deps.db.pool.count({ where: { id } })).toBe(0)
  expect(await client.api.deps.db.poolMember.count({ where: { poolId: id } })).toBe(0)
})

it('seals the keys of pools anew with the others', async () => {
  const { id } = await add()
  await settled(await connect(id))
  const { config, db } = client.api.deps
  const keys = { from: config.secretKey, to: randomBytes(32) }
  expect(await resealKeys(db, keys)).toBeGreaterThan(0)
  const reading = () => client.call(contract.readPool, { params: { id } })
  expect(await settled(await reading())).toMatchObject({ trouble: { code: 'key-unreadable' } })
  config.secretKey = keys.to
  expect(await settled(await reading())).toMatchObject({ state: 'connected' })
})
