import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { moveAlias } from '@steelyard/xen'
import { domainNamed, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { PASSWORD } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { MOVE_PATIENCE } from './agent/move-patience.ts'
import { settleLostMoves } from './agent/settle-lost-moves.ts'
import { MOVE_VERSION, moveEffect } from './stored-move.ts'
import { undoWorseMoves } from './undo-worse-moves.ts'

// Only the pause between two looks is short, because a busy machine does not answer at once. Other test
// files share the module, so it gets its values back.
const PATIENCE = { ...MOVE_PATIENCE }
beforeAll(() => void Object.assign(MOVE_PATIENCE, { pollSeconds: 0.01 }))
afterAll(() => void Object.assign(MOVE_PATIENCE, PATIENCE))

interface Side {
  double: XenHostDouble
  host: contract.Host
}

let client: HostClient
let from: Side
let to: Side
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client?.close())

beforeEach(async () => {
  from = await addSide()
  to = await addSide()
  to.double.host.domains.splice(1)
  await read(to)
  trust(from, to)
  trust(to, from)
  poolId = expectStatus(await group([from, to]), 201).id
})
afterEach(async () => {
  for (const { double } of [from, to]) double.faults = {}
  await client.api.deps.db.movingHost.deleteMany()
})

/** An enrolled host whose guests no other test knows. */
async function addSide(): Promise<Side> {
  const state = sampleHost()
  for (const domain of state.domains.slice(1)) domain.uuid = randomUUID()
  const double = await client.startDouble({ host: state })
  return { double, host: await client.enrol(double) }
}

function trust(one: Side, other: Side): void {
  one.double.peers.set(moveAlias(other.host.id), other.double)
}

async function read({ host }: Side): Promise<void> {
  const reply = await client.call(contract.discoverHost, { params: { id: host.id } })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
}

const group = (sides: readonly Side[], name: string = `pool ${randomUUID()}`) =>
  client.call(contract.groupHosts, {
    body: { name, hostIds: sides.map(({ host }) => host.id) },
  })

const pool = async (): Promise<contract.Pool> =>
  expectStatus(await client.call(contract.getPool, { params: { id: poolId } }), 200)
const guest = async (name = 'vm1') =>
  (await pool()).found!.guests.find((each) => each.name === name)

const uuidOf = ({ double }: Side, name = 'vm1') => domainNamed(double.host, name).uuid

async function newest(): Promise<contract.PoolMove> {
  const reply = await client.call(contract.listPoolMoves, { params: { id: poolId } })
  return expectStatus(reply, 200).data[0]!
}

async function plan(guestUuid = uuidOf(from), target = to): Promise<contract.PoolMove> {
  const body = { guestUuid, toHostUuid: target.host.id }
  const reply = await client.call(contract.planPoolMove, { params: { id: poolId }, body })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return newest()
}

const start = (moveId: string, backIfWorse = false) =>
  client.call(contract.startPoolMove, {
    params: { id: poolId, moveId },
    body: { password: PASSWORD, backIfWorse },
  })

async function started(moveId: string, backIfWorse = false): Promise<contract.PoolMove> {
  const { job } = expectStatus(await start(moveId, backIfWorse), 202)
  await waitForJob(client.api.deps, job.id)
  return newest()
}

/** A move after which nobody can tell where the guest is; a test need not wait long for that. */
async function startedInVain(moveId: string): Promise<contract.PoolMove> {
  MOVE_PATIENCE.findSeconds = 0.5
  try {
    return await started(moveId)
  } finally {
    MOVE_PATIENCE.findSeconds = PATIENCE.findSeconds
  }
}

/** What the worker does each minute, and the job that it may give. */
async function undoingRound(): Promise<contract.PoolMove> {
  await undoWorseMoves(client.api.deps)
  const { jobId } = await newest()
  await waitForJob(client.api.deps, jobId!)
  return newest()
}

const movesOf = ({ double }: Side) => double.commands.filter((line) => line.includes('xl migrate'))

describe('a pool of hosts', () => {
  it('shows its members and their guests, by their last readings', async () => {
    const shown = await pool()
    expect(shown).toMatchObject({
      kind: 'hosts',
      state: 'connected',
      address: null,
      port: null,
      username: null,
      members: [],
    })
    expect(shown.found!.hosts).toMatchObject([
      { uuid: from.host.id, name: from.host.name, isLive: true, isCoordinator: false, pCpus: 1 },
      { uuid: to.host.id, name: to.host.name, memoryFreeBytes: 616 * 1024 ** 2 },
    ])
    expect(await guest()).toMatchObject({
      hostUuid: from.host.id,
      weight: 256,
      mayGoTo: [to.host.id],
      stays: null,
    })
    domainNamed(from.double.host, 'vm1').weight = 300
    const reply = await client.call(contract.readPool, { params: { id: poolId } })
    const { job, pool: reading } = expectStatus(reply, 202)
    expect(reading.jobId).toBe(job.id)
    await waitForJob(client.api.deps, job.id)
    await expect.poll(async () => (await guest())?.weight).toBe(300)
  })

  it('tells each member what its account needs, and nobody who may not see the others', async () => {
    const { connection } = await client.get(from.host.id)
    const alias = moveAlias(to.host.id)
    expect(connection.gate!.script).toContain(alias)
    expect(connection.moves).toMatchObject({
      keyOptions: expect.stringContaining('xl migrate-receive'),
      peers: [
        {
          hostId: to.host.id,
          name: to.host.name,
          alias,
          address: '127.0.0.1',
          port: to.double.port,
          fingerprint: to.double.hostKeyFingerprint,
        },
      ],
    })
    expect(connection.moves!.sshConfig).toContain(`Host ${alias}`)
    const params = { id: from.host.id }
    expectStatus(await client.call(contract.updateHost, { params, body: { tags: ['web-1'] } }), 200)
    const some = await client.api.as([{ role: 'viewer', tag: 'web-*' }])
    const seen = expectStatus(await some(contract.getHost, { params }), 200)
    expect(seen.connection.moves).toBeNull()
    expect(JSON.stringify(seen)).not.toContain(to.host.name)
  })

  it('takes hosts that are connected and in no other pool', async () => {
    expect(await group([from, to])).toMatchObject({ status: 409, body: { code: 'host-in-pool' } })
    const [one, other] = [await addSide(), await addSide()]
    expect(await group([one, one])).toMatchObject({ status: 422 })
    const name = (await pool()).name
    expect(await group([one, other], name)).toMatchObject({ body: { code: 'pool-name-taken' } })
    const params = { id: other.host.id }
    expectStatus(await client.call(contract.disconnectHost, { params }), 204)
    expect(await group([one, other])).toMatchObject({
      status: 409,
      body: { code: 'not-connected' },
    })
    expect(await client.api.deps.db.host.count({ where: { id: one.host.id, poolId: null } })).toBe(
      1,
    )
  })

  it('asks nothing of XAPI', async () => {
    const params = { id: poolId }
    const fingerprint = 'AB'.repeat(32)
    const account = { fingerprint, username: 'root', password: 'secret' }
    const refused = [
      await client.call(contract.connectPool, { params, body: account }),
      await client.call(contract.pinPoolMember, {
        params,
        body: { address: '127.0.0.1', fingerprint },
      }),
      await client.call(contract.planStoredWeight, {
        params,
        body: { guestUuid: uuidOf(from), weight: 512 },
      }),
      await client.call(contract.getPoolLoad, { params }),
      await client.call(contract.placeGuest, { params, body: { memoryMiB: 64, vCpus: 1 } }),
    ]
    for (const reply of refused)
      expect(reply).toMatchObject({ status: 409, body: { code: 'not-xapi' } })
  })

  it('follows what becomes of its members', async () => {
    await from.double.stop()
    const reply = await client.call(contract.discoverHost, { params: { id: from.host.id } })
    await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
    expect((await pool()).found!.hosts[0]).toMatchObject({ isLive: false, memoryFreeBytes: null })
    const body = { guestUuid: uuidOf(from), toHostUuid: to.host.id }
    const planned = await client.call(contract.planPoolMove, { params: { id: poolId }, body })
    expect(planned).toMatchObject({ status: 409, body: { code: 'not-connected' } })
    const params = { id: from.host.id }
    expectStatus(await client.call(contract.deleteHost, { params }), 204)
    expect((await pool()).found).toMatchObject({ hosts: [{ uuid: to.host.id }], guests: [] })
  })

  it('is removed, and its hosts stay', async () => {
    const { id } = await plan()
    const { db } = client.api.deps
    await db.poolMove.update({ where: { id }, data: { state: 'moving' } })
    const params = { id: poolId }
    const remove = () => client.call(contract.removePool, { params })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'guest-moving' } })
    await db.poolMove.update({ where: { id }, data: { state: 'stayed' } })
    expectStatus(await remove(), 204)
    const host = await client.get(from.host.id)
    expect(host.connection).toMatchObject({ state: 'connected', moves: null })
  })
})

describe('a move over SSH', () => {
  it('is planned, started, found out and made back, and the weight is set again', async () => {
    Object.assign(domainNamed(from.double.host, 'vm1'), { weight: 777, cap: 40 })
    from.double.faults = { moveForgetsWeight: true }
    const planned = await plan()
    expect(planned).toMatchObject({
      state: 'planned',
      weight: 777,
      cap: 40,
      refusals: [],
      from: { uuid: from.host.id, name: from.host.name },
      to: { name: to.host.name },
    })
    expect(movesOf(from)).toEqual([])
    const moved = await started(planned.id)
    expect(moved).toMatchObject({ state: 'moved', trouble: null })
    expect(moved.outcome).toBe(
      `vm1 runs on ${to.host.name}, and no more on ${from.host.name}. ` +
        'Its weight or cap had changed; both were set again and read back.',
    )
    expect(domainNamed(to.double.host, 'vm1')).toMatchObject({ weight: 777, cap: 40 })
    expect(await guest()).toMatchObject({ hostUuid: to.host.id, weight: 777, cap: 40 })
    const [left, arrived] = [await client.get(from.host.id), await client.get(to.host.id)]
    const own = ({ domains }: contract.Host) => domains.find(({ name }) => name === 'vm1')
    expect([own(left)?.gone, own(arrived)?.gone]).toEqual([true, false])
    expect(await client.api.deps.db.movingHost.count()).toBe(0)
    const back = await plan(uuidOf(to), from)
    expect(back).toMatchObject({ state: 'planned', from: { name: to.host.name } })
    expect(await started(back.id)).toMatchObject({ state: 'moved' })
    expect(await guest()).toMatchObject({ hostUuid: from.host.id, weight: 777 })
  })

  it('that xl would not do is never begun', async () => {
    to.double.host.freeMemoryMb = 100
    to.double.host.domains.push({
      ...domainNamed(from.double.host, 'vm1'),
      uuid: randomUUID(),
    })
    const refused = await plan()
    expect(refused).toMatchObject({
      state: 'refused',
      refusals: [
        `${to.host.name} has another guest called vm1.`,
        expect.stringContaining(`${to.host.name} has 100 MiB free`),
      ],
    })
    expect(await start(refused.id)).toMatchObject({ status: 409, body: { code: 'not-planned' } })
  })

  it('is checked again right before', async () => {
    const { id } = await plan()
    to.double.host.freeMemoryMb = 100
    expect(await started(id)).toMatchObject({ state: 'refused', weight: 256 })
    expect(movesOf(from)).toEqual([])
    expect(await client.api.deps.db.movingHost.count()).toBe(0)
  })

  it('cannot be planned against a host that does not answer', async () => {
    const body = { guestUuid: uuidOf(from), toHostUuid: to.host.id }
    await to.double.stop()
    const reply = await client.call(contract.planPoolMove, { params: { id: poolId }, body })
    await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
    expect(await newest()).toMatchObject({ state: 'refused', trouble: { code: 'unreachable' } })
  })

  it.each([
    ['fails', 'stayed', /still runs on .* xl said: /],
    ['cut', 'moved', /no more on/],
    ['lost', 'neither', /^Neither .* Start it again\./],
    ['twice', 'both', /both have a domain/],
    ['stuck', 'unknown', /could not be told/],
  ] as const)('whose xl %s is found to have %s', async (fault, state, outcome) => {
    const { id } = await plan()
    from.double.faults = { move: fault, moveSeconds: 0.1 }
    const ended = await (state === 'unknown' ? startedInVain(id) : started(id))
    expect(ended.outcome).toMatch(outcome)
    expect(ended.outcome).not.toContain('XAPI')
    expect(ended.state).toBe(state)
  })

  it('to a host that falls silent keeps both locked until somebody looks', async () => {
    const { id } = await plan()
    from.double.beforeCommand = (line) => {
      if (line.includes('xl migrate')) to.double.faults = { dropConnections: 1e6 }
    }
    expect(await startedInVain(id)).toMatchObject({ state: 'unknown' })
    const { db } = client.api.deps
    expect(await db.movingHost.count()).toBe(2)
    to.double.faults = {}
    // The destination had no guest when the move began, and is locked all the same.
    const other = { uuid: randomUUID(), name: 'vm9', id: 9 }
    to.double.host.domains.push({ ...domainNamed(from.double.host, 'vm2'), ...other })
    const weights = await client.plan({ hostId: to.host.id, weights: { vm9: 300 } })
    expect(await client.apply(weights)).toMatchObject({
      status: 409,
      body: { code: 'guest-moving' },
    })
    const params = { id: poolId, moveId: id }
    const { job } = expectStatus(await client.call(contract.findMovedGuest, { params }), 202)
    await waitForJob(client.api.deps, job.id)
    expect(await newest()).toMatchObject({ state: 'moved' })
    expect(await db.movingHost.count()).toBe(0)
    expect(movesOf(from)).toHaveLength(1)
  })

  it('whose other host falls silent before it is begun is not begun by whoever looks', async () => {
    const { id } = await plan()
    to.double.faults = { dropConnections: 1e6 }
    expect(await started(id)).toMatchObject({ state: 'unknown' })
    to.double.faults = {}
    const params = { id: poolId, moveId: id }
    const { job } = expectStatus(await client.call(contract.findMovedGuest, { params }), 202)
    await waitForJob(client.api.deps, job.id)
    expect(await newest()).toMatchObject({ state: 'stayed' })
    expect(movesOf(from)).toEqual([])
  })

  it('a killed agent’s successor only looks', async () => {
    const { id } = await plan()
    const { db } = client.api.deps
    const data = { state: 'moving', begunAt: new Date(), startedAt: new Date() }
    const { jobId } = await db.poolMove.update({ where: { id }, data })
    await db.job.update({ where: { id: jobId! }, data: { state: 'failed' } })
    await settleLostMoves(client.api.deps)
    const { jobId: next } = await db.poolMove.findUniqueOrThrow({ where: { id } })
    await waitForJob(client.api.deps, next!)
    expect(await newest()).toMatchObject({ state: 'stayed' })
    expect(movesOf(from)).toEqual([])
  })

  it('is undone by itself where it made things worse, and the weight comes back', async () => {
    Object.assign(domainNamed(from.double.host, 'vm1'), { weight: 777 })
    const worse = await started((await plan()).id, true)
    expect(worse).toMatchObject({ state: 'moved', backIfWorse: true })
    const kept = (missed: number) => ({ missed, minutes: 20 })
    const effect = moveEffect.write({ version: MOVE_VERSION, before: kept(0), after: kept(10) })
    const { db } = client.api.deps
    await db.poolMove.update({ where: { id: worse.id }, data: { effect } })
    to.double.faults = { moveForgetsWeight: true }
    expect(await undoingRound()).toMatchObject({
      state: 'planned',
      undoesId: worse.id,
      from: { uuid: to.host.id },
      to: { uuid: from.host.id },
    })
    expect(movesOf(to)).toEqual([])
    const back = await undoingRound()
    expect(back).toMatchObject({ state: 'moved', startedBy: worse.startedBy, backIfWorse: false })
    expect(domainNamed(from.double.host, 'vm1')).toMatchObject({ weight: 777 })
    expect((await undoingRound()).id).toBe(back.id)
    expect([movesOf(from).length, movesOf(to).length]).toEqual([1, 1])
    expect(await db.movingHost.count()).toBe(0)
  })

  it('takes the targets and the log of the guest to a host that has no others', async () => {
    const { db } = client.api.deps
    const where = { hostId_name: { hostId: from.host.id, name: 'vm1' } }
    await db.domain.update({ where, data: { targetResponseTimeMs: 400 } })
    await db.watch.createMany({ data: [from, to].map(({ host }) => ({ hostId: host.id })) })
    const { outcome } = await started((await plan()).id)
    expect(outcome).toContain(`Its targets and its log are followed on ${to.host.name} now.`)
    const arrived = { hostId_name: { hostId: to.host.id, name: 'vm1' } }
    expect(await db.domain.findUnique({ where: arrived })).toMatchObject({
      targetResponseTimeMs: 400,
      xenUuid: uuidOf(to),
    })
    for (const { host } of [from, to]) {
      const reply = await client.call(contract.listJournal, { query: { hostId: host.id } })
      expect(expectStatus(reply, 200).data).toMatchObject([{ decision: 'guest-moved' }])
    }
  })
})
