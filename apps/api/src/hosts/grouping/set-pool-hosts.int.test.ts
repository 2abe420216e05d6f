import { randomUUID } from 'node:crypto'
import * as contract from '@steelyard/contract'
import { moveAlias } from '@steelyard/xen'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/test-api.ts'
import { expectStatus, type HostClient, startHostClient } from '../testing/host-client.ts'

let client: HostClient
let hosts: contract.Host[]
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
  hosts = []
  for (let i = 0; i < 3; i += 1) hosts.push(await client.enrol(await client.startDouble()))
})
afterAll(() => client?.close())

beforeEach(async () => {
  await client.api.deps.db.pool.deleteMany()
  poolId = await group([0, 1])
})

const idsOf = (indices: readonly number[]) => indices.map((i) => hosts[i]!.id)

async function group(members: readonly number[]): Promise<string> {
  const body = { name: `pool ${randomUUID()}`, hostIds: idsOf(members) }
  return expectStatus(await client.call(contract.groupHosts, { body }), 201).id
}

const set = (hostIds: string[], id = poolId) =>
  client.call(contract.setPoolHosts, { params: { id }, body: { hostIds } })

/** A move from the first host to the second. */
async function addMove(state: string): Promise<string> {
  const [from, to] = hosts as [contract.Host, contract.Host]
  const move = await client.api.deps.db.poolMove.create({
    data: {
      poolId,
      state,
      guestUuid: randomUUID(),
      guestName: 'vm1',
      fromHostUuid: from.id,
      fromHostName: from.name,
      toHostUuid: to.id,
      toHostName: to.name,
      createdBy: 'Ada',
      plannedAt: new Date(),
    },
  })
  return move.id
}

it('hosts join a pool and leave it, and each shows what its account needs then', async () => {
  const [stays, leaves, joins] = hosts as [contract.Host, contract.Host, contract.Host]
  const changed: contract.Pool = expectStatus(await set(idsOf([2, 0])), 200)
  expect(changed.found!.hosts.map(({ uuid }) => uuid).sort()).toEqual([stays.id, joins.id].sort())
  const [stayed, left, joined] = await Promise.all(hosts.map(({ id }) => client.get(id)))
  expect(stayed!.connection.gate!.script).toContain(moveAlias(joins.id))
  expect(stayed!.connection.gate!.script).not.toContain(moveAlias(leaves.id))
  expect(joined!.connection.moves!.peers).toMatchObject([{ hostId: stays.id }])
  expect(left!.connection).toMatchObject({ state: 'connected', moves: null })
  const where = { action: 'pool.set-hosts', targetId: poolId }
  expect(await client.api.deps.db.auditEvent.findMany({ where })).toMatchObject([
    { detail: { joined: [joins.name], left: [leaves.name] } },
  ])
})

it('is refused for the reasons for which hosts are not grouped', async () => {
  expect(await set(idsOf([0, 0]))).toMatchObject({ status: 422 })
  expect(await set(idsOf([0]))).toMatchObject({ status: 400 })
  const { id: unconnected } = await client.probe(await client.startDouble())
  expect(await set([...idsOf([0, 1]), unconnected])).toMatchObject({
    status: 409,
    body: { code: 'not-connected' },
  })
  const others = [await client.enrol(await client.startDouble()), hosts[2]!].map(({ id }) => id)
  const body = { name: 'another', hostIds: others }
  expectStatus(await client.call(contract.groupHosts, { body }), 201)
  expect(await set(idsOf([0, 1, 2]))).toMatchObject({ status: 409, body: { code: 'host-in-pool' } })
  const where = { poolId }
  expect(await client.api.deps.db.host.count({ where })).toBe(2)
})

it('is for pools of hosts alone', async () => {
  const data = { name: 'behind XAPI', address: '192.0.2.1', port: 443 }
  const { id } = await client.api.deps.db.pool.create({ data })
  expect(await set(idsOf([0, 1]), id)).toMatchObject({
    status: 409,
    body: { code: 'not-of-hosts' },
  })
})

it.each(['moving', 'unknown'])('a host of a move that is %s stays', async (state) => {
  const moveId = await addMove(state)
  const hostUuid = hosts[1]!.id
  const data = { poolId, moveId, hostUuid, guestUuids: [] }
  await client.api.deps.db.movingHost.create({ data })
  expect(await set(idsOf([0, 2]))).toMatchObject({ status: 409, body: { code: 'guest-moving' } })
  expectStatus(await set(idsOf([0, 1, 2])), 200)
})

it('what was planned with a host that left is not begun', async () => {
  const moveId = await addMove('planned')
  expectStatus(await set(idsOf([0, 2])), 200)
  const start = await client.call(contract.startPoolMove, {
    params: { id: poolId, moveId },
    body: { password: PASSWORD },
  })
  expect(start).toMatchObject({ status: 409, body: { code: 'host-unknown' } })
})
