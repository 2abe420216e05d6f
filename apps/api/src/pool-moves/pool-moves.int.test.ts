import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { type MoveFault, type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { addTestChannel } from '../notifications/testing/add-test-channel.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, PASSWORD } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { settleLostMoves } from './agent/settle-lost-moves.ts'
import { MOVE_VERSION, moveEffect } from './stored-move.ts'
import { undoWorseMoves } from './undo-worse-moves.ts'

let client: HostClient
let double: PoolDouble
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(async () => {
  await double?.close()
  await client?.close()
})

beforeEach(async () => {
  await double?.close()
  double = await poolDouble({
    hosts: 3,
    guests: [{ name: 'web', params: { weight: '512', mask: '0' } }, { name: 'database' }],
  })
  const { address, port, fingerprint } = double.members[0]!
  const body = { name: `pool at ${address}`, address, port }
  const added = expectStatus(await client.call(contract.addPool, { body }), 202)
  await waitForJob(client.api.deps, added.job.id)
  poolId = added.pool.id
  const account = { fingerprint, username: 'root', password: 'secret' }
  const params = { id: poolId }
  const reply = await client.call(contract.connectPool, { params, body: account })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  await client.api.deps.db.movingHost.deleteMany()
})

const hostUuid = (index: number) =>
  String(double.state.database.get('host', double.state.hosts[index]!).uuid)
const guestUuid = (name = 'web') =>
  String(double.state.database.get('VM', double.state.guestNamed(name)).uuid)

async function newest(): Promise<contract.PoolMove> {
  const reply = await client.call(contract.listPoolMoves, { params: { id: poolId } })
  return expectStatus(reply, 200).data[0]!
}

/** As a person does who compares the certificate of another member. */
async function confirmMember(index: number): Promise<void> {
  const { address, fingerprint } = double.members[index]!
  const body = { address, fingerprint }
  const reply = await client.call(contract.pinPoolMember, { params: { id: poolId }, body })
  expectStatus(reply, 200)
}

/** Plans to move `web` from the first host, and waits for XAPI's answer. */
async function plan(
  to = 1,
  guest = guestUuid(),
  call: Caller = client.call,
): Promise<contract.PoolMove> {
  await confirmMember(1)
  await confirmMember(2)
  const body = { guestUuid: guest, toHostUuid: hostUuid(to) }
  const reply = await call(contract.planPoolMove, { params: { id: poolId }, body })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return newest()
}

const start = (moveId: string, call: Caller = client.call) =>
  call(contract.startPoolMove, { params: { id: poolId, moveId }, body: { password: PASSWORD } })

async function started(moveId: string): Promise<contract.PoolMove> {
  const { job } = expectStatus(await start(moveId), 202)
  await waitForJob(client.api.deps, job.id)
  return newest()
}

describe('a move', () => {
  it('waits until the certificates of both hosts are confirmed', async () => {
    const body = { guestUuid: guestUuid(), toHostUuid: hostUuid(1) }
    const ask = () => client.call(contract.planPoolMove, { params: { id: poolId }, body })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'member-not-confirmed' } })
    await confirmMember(1)
    expect(await ask()).toMatchObject({ status: 202 })
  })

  it('is planned, started, found out and made back', async () => {
    const planned = await plan()
    expect(planned).toMatchObject({
      state: 'planned',
      weight: 512,
      refusals: [],
      secondPerson: 'not-needed',
    })
    expect(double.seen.map(({ method }) => method)).not.toContain('Async.VM.pool_migrate')
    const moved = await started(planned.id)
    expect(moved).toMatchObject({
      state: 'moved',
      outcome: expect.stringContaining('runs on host2, and no more on host1'),
    })
    expect(moved.outcome).toContain('the same weight')
    const pool = expectStatus(await client.call(contract.getPool, { params: { id: poolId } }), 200)
    const web = pool.found!.guests.find(({ name }: contract.PoolGuest) => name === 'web')
    expect(web).toMatchObject({ hostUuid: hostUuid(1), weight: 512 })
    expect(await client.api.deps.db.movingHost.count()).toBe(0)
    const back = await plan(0)
    expect(back).toMatchObject({ state: 'planned', from: { name: 'host2' }, to: { name: 'host1' } })
    expect(await started(back.id)).toMatchObject({ state: 'moved' })
    expect(await start(back.id)).toMatchObject({ status: 409, body: { code: 'not-planned' } })
    const actions = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: poolId, action: { in: ['pool.plan-move', 'pool.move'] } },
    })
    expect(actions).toHaveLength(4)
  })

  it('that XAPI would refuse is never begun', async () => {
    double.state.database.change('host', double.state.hosts[1]!, { enabled: false })
    const refused = await plan()
    expect(refused).toMatchObject({ state: 'refused' })
    expect(refused.refusals).toContain('host2 is in maintenance.')
    expect(await start(refused.id)).toMatchObject({ status: 409 })
  })

  it('is checked again right before', async () => {
    const { id } = await plan()
    double.state.database.change('host', double.state.hosts[1]!, { enabled: false })
    expect(await started(id)).toMatchObject({ state: 'refused' })
    expect(await client.api.deps.db.movingHost.count()).toBe(0)
  })

  it('keeps a weight that was stored since its plan', async () => {
    const { id } = await plan()
    const web = double.state.guestNamed('web')
    double.state.database.change('VM', web, { VCPUs_params: { weight: '300', mask: '0' } })
    expect(await started(id)).toMatchObject({ state: 'moved', weight: 300 })
    expect(double.state.database.get('VM', web).VCPUs_params).toMatchObject({ weight: '300' })
  })

  it.each<[MoveFault, contract.PoolMoveState, RegExp]>([
    ['refused-late', 'stayed', /still runs on host1.*VM_MIGRATE_FAILED/],
    ['fails-at-last-point', 'neither', /Neither host1 nor host2/],
    ['runs-twice', 'both', /both have a domain/],
    ['coordinator-changes', 'moved', /runs on host2/],
  ])('that ends in %s is %s', async (fault, state, outcome) => {
    const { id } = await plan()
    double.faults.move = fault
    const ended = await started(id)
    expect(ended.outcome).toMatch(outcome)
    expect(ended.state).toBe(state)
  })
})

describe('while a guest moves', () => {
  it('both hosts are locked, and weights of their guests stay', async () => {
    const [first, second] = [await plan(1), await plan(2)]
    const { db } = client.api.deps
    const other = await plan(0, guestUuid('database'))
    await db.movingHost.create({
      data: { poolId, hostUuid: hostUuid(0), moveId: first.id, guestUuids: [guestUuid()] },
    })
    for (const { id } of [second, other])
      expect(await start(id)).toMatchObject({ status: 409, body: { code: 'pool-host-busy' } })

    const xen = await client.startDouble()
    const host = await client.enrol(xen)
    const weights = await client.plan({ hostId: host.id, weights: { vm1: 300 } })
    const { xenUuid } = await db.domain.findFirstOrThrow({
      where: { hostId: host.id, name: 'vm1' },
    })
    await db.movingHost.updateMany({ data: { guestUuids: [xenUuid!] } })
    expect(await client.apply(weights)).toMatchObject({
      status: 409,
      body: { code: 'guest-moving' },
    })
  })

  it('a killed agent’s successor only looks', async () => {
    const { id } = await plan()
    const { db } = client.api.deps
    await client.api.deps.db.poolMove.update({
      where: { id },
      data: { state: 'moving', begunAt: new Date(), startedAt: new Date() },
    })
    const { jobId } = await db.poolMove.findUniqueOrThrow({ where: { id } })
    await db.job.update({ where: { id: jobId! }, data: { state: 'failed' } })
    await settleLostMoves(client.api.deps)
    const { jobId: next } = await db.poolMove.findUniqueOrThrow({ where: { id } })
    expect(next).not.toBe(jobId)
    await waitForJob(client.api.deps, next!)
    expect(await newest()).toMatchObject({ state: 'stayed' })
    expect(double.seen.map(({ method }) => method)).not.toContain('Async.VM.pool_migrate')
  })

  it('that nobody can tell the end of, both hosts stay locked until somebody looks', async () => {
    const { id } = await plan()
    double.faults.move = 'runs-twice'
    double.servers[1]!.changeCertificate()
    const unknown = await started(id)
    expect(unknown).toMatchObject({ state: 'unknown' })
    expect(await client.api.deps.db.movingHost.count()).toBe(2)
    const read = await client.call(contract.readPool, { params: { id: poolId } })
    await waitForJob(client.api.deps, expectStatus(read, 202).job.id)
    const { db } = client.api.deps
    const { address } = double.members[1]!
    const shown = await db.poolMember.findFirstOrThrow({ where: { poolId, address } })
    const body = { address, fingerprint: shown.offeredFingerprint }
    expectStatus(await client.call(contract.pinPoolMember, { params: { id: poolId }, body }), 200)
    const params = { id: poolId, moveId: id }
    const { job } = expectStatus(await client.call(contract.findMovedGuest, { params }), 202)
    await waitForJob(client.api.deps, job.id)
    expect(await newest()).toMatchObject({ state: 'both' })
    expect(await client.api.deps.db.movingHost.count()).toBe(0)
    const again = await client.call(contract.findMovedGuest, { params })
    expect(again).toMatchObject({ status: 409, body: { code: 'move-known' } })
  })
})

describe('what is promised to a guest that moves', () => {
  /** Both hosts as if they were watched over SSH, with a target of the guest on the one that it leaves. */
  async function watchedHosts(statistic = 'p95') {
    const { db } = client.api.deps
    const [from, to] = await Promise.all(
      ['web', 'database'].map((name, index) =>
        db.host.create({
          data: {
            name: `${name}’s host ${poolId}`,
            targetStatistic: index === 0 ? 'p95' : statistic,
            domains: { create: { name, xenUuid: guestUuid(name), targetResponseTimeMs: 400 } },
            watch: { create: {} },
          },
          include: { domains: true },
        }),
      ),
    )
    await db.guestLog.create({ data: { domainId: from!.domains[0]!.id, path: '/var/log/access' } })
    return { db, from: from!, to: to! }
  }

  it('goes with it, and so does its log', async () => {
    const { db, from, to } = await watchedHosts()
    const { outcome } = await started((await plan()).id)
    expect(outcome).toContain('Its targets and its log are followed on host2 now.')
    const arrived = await db.domain.findUniqueOrThrow({
      where: { hostId_name: { hostId: to.id, name: 'web' } },
      include: { guestLog: true },
    })
    expect(arrived).toMatchObject({
      targetResponseTimeMs: 400,
      guestLog: { path: '/var/log/access' },
    })
    const row = await db.auditEvent.findFirst({
      where: { action: 'host.set-targets', targetId: to.id },
    })
    expect(row).toMatchObject({ detail: { domain: 'web', targetResponseTimeMs: 400 } })
    for (const { id: hostId } of [from, to]) {
      const journal = await client.call(contract.listJournal, { query: { hostId } })
      expect(expectStatus(journal, 200).data).toMatchObject([
        {
          decision: 'guest-moved',
          text: expect.stringMatching(/^web was moved from host1 to host2, as /),
        },
      ])
    }
  })

  it('stays where the new host judges by another statistic, and that is said', async () => {
    const { db, to } = await watchedHosts('mean')
    const { outcome } = await started((await plan()).id)
    expect(outcome).toContain('judges by another statistic')
    expect(await db.domain.count({ where: { hostId: to.id } })).toBe(1)
  })

  it('is not watched on a host that is not connected, and that is said', async () => {
    const { db, to } = await watchedHosts()
    await db.host.delete({ where: { id: to.id } })
    const { outcome } = await started((await plan()).id)
    expect(outcome).toContain('is not connected over SSH')
  })
})

it('another person starts it where a rule asks for a second one', async () => {
  const maker = await signInAs(client.api, 'operator')
  const other = await signInAs(client.api, 'operator')
  const { id } = await plan(1, guestUuid(), maker.call)
  await client.api.deps.db.approvalRule.create({ data: { tag: null } })
  try {
    const params = { id: poolId }
    const seen = expectStatus(await maker.call(contract.listPoolMoves, { params }), 200)
    expect(seen.data[0]).toMatchObject({ secondPerson: 'you' })
    expect(await start(id)).toMatchObject({ status: 403, body: { code: 'person-needed' } })
    expect(await start(id, maker.call)).toMatchObject({ status: 403, body: { code: 'own-plan' } })
    const { db } = client.api.deps
    const letIn = (behindIds: string[]) =>
      db.user.update({ where: { id: other.userId }, data: { behindIds } })
    await letIn([maker.userId])
    expect(await start(id, other.call)).toMatchObject({ body: { code: 'own-plan' } })
    await letIn([])
    const { job } = expectStatus(await start(id, other.call), 202)
    await waitForJob(client.api.deps, job.id)
    expect(await newest()).toMatchObject({ state: 'moved' })
  } finally {
    await client.api.deps.db.approvalRule.deleteMany()
  }
})

describe('a move that is to be undone where it made things worse', () => {
  beforeAll(async () => {
    await addTestChannel(client.api.deps.db, ['change-failed'])
  })

  const kept = (missed: number) => ({ missed, minutes: 20 })
  const worse = { before: kept(0), after: kept(10) }

  /** `web` has come from the second host, and that did something to the targets. */
  async function cameWith(
    backIfWorse: boolean,
    effect: typeof worse | null,
    starter: { userId: string } | null,
  ): Promise<string> {
    await confirmMember(1)
    const stored = effect && { effect: moveEffect.write({ version: MOVE_VERSION, ...effect }) }
    const { id } = await client.api.deps.db.poolMove.create({
      data: {
        poolId,
        state: 'moved',
        guestUuid: guestUuid(),
        guestName: 'web',
        fromHostUuid: hostUuid(1),
        fromHostName: 'host2',
        toHostUuid: hostUuid(0),
        toHostName: 'host1',
        createdBy: 'Ada',
        startedById: starter?.userId ?? null,
        startedBy: 'Ada',
        endedAt: new Date(),
        backIfWorse,
        ...stored,
      },
    })
    return id
  }

  /** What the worker does each minute, and the job that it may give. */
  async function round(): Promise<contract.PoolMove> {
    await undoWorseMoves(client.api.deps)
    const { jobId } = await newest()
    if (jobId) await waitForJob(client.api.deps, jobId)
    return newest()
  }

  it('is checked and moved back in the name of whoever started it, once', async () => {
    const id = await cameWith(true, worse, await signInAs(client.api, 'operator'))
    expect(await round()).toMatchObject({ state: 'planned', undoesId: id, to: { name: 'host2' } })
    const back = await round()
    expect(back).toMatchObject({
      state: 'moved',
      undoesId: id,
      startedBy: 'Ada',
      backIfWorse: false,
    })
    expect((await round()).id).toBe(back.id)
    const audited = await client.api.deps.db.auditEvent.findMany({
      where: { actorKind: 'system', targetId: poolId },
      orderBy: { sequence: 'asc' },
    })
    expect(audited.map(({ action }) => action)).toEqual(['pool.plan-move', 'pool.move'])
  })

  it.each([
    ['nobody asked for that', false, worse],
    ['it did no harm', true, { before: kept(10), after: kept(10) }],
    ['nobody saw what it did', true, null],
  ])('stays where it is when %s', async (_, backIfWorse, effect) => {
    const id = await cameWith(backIfWorse, effect, await signInAs(client.api, 'operator'))
    expect((await round()).id).toBe(id)
  })

  it('stays where it is once whoever started it may not move guests any more', async () => {
    const starter = await signInAs(client.api, 'operator')
    const where = { id: starter.userId }
    const id = await cameWith(true, worse, starter)
    await client.api.deps.db.user.update({ where, data: { disabledAt: new Date() } })
    expect((await round()).id).toBe(id)
    await client.api.deps.db.user.delete({ where })
    expect((await round()).id).toBe(id)
  })

  it('tells whoever wants to know that XAPI refuses to move it back', async () => {
    await cameWith(true, worse, await signInAs(client.api, 'operator'))
    double.state.database.change('host', double.state.hosts[1]!, { enabled: false })
    const refused = await round()
    expect(refused.state).toBe('refused')
    expect(refused.refusals).toContain('host2 is in maintenance.')
    const told = { event: 'change-failed', title: 'web was not moved to host2' }
    expect(await client.api.deps.db.notification.count({ where: told })).toBe(1)
  })

  it('tells, once, that the host it came from has left the pool', async () => {
    const id = await cameWith(true, worse, await signInAs(client.api, 'operator'))
    await client.api.deps.db.poolMove.update({
      where: { id },
      data: { fromHostUuid: randomUUID(), fromHostName: 'host9' },
    })
    for (let rounds = 0; rounds < 2; rounds++)
      expect(await round()).toMatchObject({
        state: 'refused',
        undoesId: id,
        trouble: { code: 'host-unknown' },
      })
    const told = { event: 'change-failed', title: 'web was not moved to host9' }
    expect(await client.api.deps.db.notification.count({ where: told })).toBe(1)
  })
})
