import * as contract from '@steelyard/contract'
import { GIBIBYTE, type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nowSeconds } from '../epoch.ts'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { type LoopHost, startLoopHost } from '../loop/testing/loop-host.ts'
import { poolDecision } from '../pools/stored-decision.ts'
import { connectDouble } from '../pools/testing/connect-double.ts'
import { readOnce } from '../pools/testing/read-once.ts'
import { optimisation } from '../pools/wlb/optimisation.ts'
import { decidePool } from './decide-pool.ts'
import { decidePools } from './decide-pools.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const NAMES = ['vm1', 'vm2', 'vm3']
const doubles: PoolDouble[] = []
let host: LoopHost
let poolId: string
beforeAll(async () => {
  host = await startLoopHost(client)
  poolId = await connectPool()
})
afterAll(async () => {
  for (const double of doubles.splice(0)) await double.close()
})
beforeEach(async () => {
  const { db } = client.api.deps
  await db.poolDecision.deleteMany()
  await db.poolMove.deleteMany()
  await db.watchWindow.deleteMany({ where: { hostId: host.id } })
  await link(poolId)
  await setTargets({ vm1: 400, vm2: 400, vm3: 400 })
})

/** The watched host of one pCPU is a member of a pool, whose other member is nearly idle. */
async function connectPool(otherMemory = 32 * GIBIBYTE) {
  const double = await poolDouble({
    hosts: [
      { name: 'full', pCpus: 1 },
      { name: 'free', pCpus: 1, memoryBytes: otherMemory },
    ],
    guests: [
      ...NAMES.map((name) => ({ name, host: 0, memoryBytes: 4 * GIBIBYTE })),
      { name: 'other', host: 1, memoryBytes: 4 * GIBIBYTE },
    ],
    startSeconds: nowSeconds() - 400,
    clockSpeed: 0,
    loadOf: () => ({
      vCpus: [0.02],
      fullrun: 0,
      full_contention: 0,
      concurrency_hazard: 0,
      blocked: 1,
      partial_run: 0,
      partial_contention: 0,
      runnableVCpus: 0,
    }),
  })
  double.roundRobin.hostLoadOf = () => 0.05
  doubles.push(double)
  const poolId = await connectDouble(client, double)
  double.clock.advance(400)
  await readOnce(client.api, poolId)
  return poolId
}

/** Has the watched host run the guests of a pool. */
async function link(id: string) {
  const { found } = expectStatus(await client.call(contract.getPool, { params: { id } }), 200)
  for (const { name, uuid } of found.guests) {
    await client.api.deps.db.domain.updateMany({
      where: { hostId: host.id, name },
      data: { xenUuid: uuid },
    })
  }
}

const setTargets = (targets: Record<string, number | null>) =>
  client.call(contract.setDomainTargets, {
    params: { id: host.id },
    body: {
      targets: Object.entries(targets).map(([domain, responseTimeMs]) => ({
        domain,
        responseTimeMs,
        throughputPerSecond: null,
      })),
    },
  })

/** Three guests that all have targets, on a pCPU that is full. */
const load = (responseSeconds: number, cpuSeconds: number) =>
  Object.fromEntries(
    ['vm1', 'vm2', 'vm3'].map((name) => [name, { perSecond: 20, responseSeconds, cpuSeconds }]),
  )
const FULL = load(2, 0.0165)
const CALM = load(0.02, 0.004)

const never = new AbortController().signal
async function decide(id: string, secondsLater = 0) {
  const { db } = client.api.deps
  await db.poolDecision.upsert({
    where: { poolId: id },
    create: { poolId: id, dueAt: new Date() },
    update: {},
  })
  await decidePool(db, id, never, new Date(Date.now() + 1000 * secondsLater))
  return advice(id)
}

async function advice(id: string): Promise<contract.PoolAdvice> {
  return expectStatus(await client.call(contract.getPoolAdvice, { params: { id } }), 200)
}

/** As if the host had been hot for longer than moves wait. */
async function hotForLong(id = poolId) {
  await host.observeLoad(FULL)
  await decide(id, -360)
  return decide(id)
}

describe('what a pool needs', () => {
  it('is not known before anything was decided, and where nobody watches over SSH', async () => {
    expect(await advice(poolId)).toMatchObject({ verdict: 'undecided', decidedAt: null })
    const { db } = client.api.deps
    const watch = await db.watch.delete({ where: { hostId: host.id } })
    expect(await decide(poolId)).toMatchObject({ verdict: 'unseen', hosts: [], moves: [] })
    await db.watch.create({ data: { hostId: watch.hostId, state: 'watching' } })
  })

  it('is not decided from what was read long ago', async () => {
    await host.observeLoad(CALM)
    const { db } = client.api.deps
    const { inventoryAt } = await db.pool.findUniqueOrThrow({ where: { id: poolId } })
    await db.pool.update({
      where: { id: poolId },
      data: { inventoryAt: new Date(Date.now() - 3600_000) },
    })
    expect(await decide(poolId)).toMatchObject({ verdict: 'undecided' })
    await db.pool.update({ where: { id: poolId }, data: { inventoryAt } })
  })

  it('is nothing while targets are kept', async () => {
    await host.observeLoad(CALM)
    expect(await decide(poolId)).toMatchObject({ verdict: 'calm', moves: [] })
  })

  it('is other weights where those help', async () => {
    await setTargets({ vm1: 100, vm2: null, vm3: null })
    await host.observeLoad({
      vm1: { perSecond: 20, responseSeconds: 0.15, cpuSeconds: 0.01 },
      vm2: { perSecond: 8, responseSeconds: 1, cpuSeconds: 0.05 },
      vm3: { perSecond: 7, responseSeconds: 1, cpuSeconds: 0.05 },
    })
    const said = await decide(poolId)
    expect(said).toMatchObject({ verdict: 'weights-help', moves: [] })
    expect(said.hosts).toEqual([
      expect.objectContaining({
        name: 'full',
        hostId: host.id,
        text: 'vm1 misses its target. Its page says which weights help.',
      }),
    ])
  })

  it('is a move once no weights have helped for a while, and the twin foretells both hosts', async () => {
    await host.observeLoad(FULL)
    const early = await decide(poolId)
    expect(early).toMatchObject({ verdict: 'waits', moves: [] })
    expect(early.hosts[0]!.text).toContain('A move is advised if that lasts 2 minutes more.')
    await client.api.deps.db.poolDecision.deleteMany()
    const said = await hotForLong()
    expect(said.verdict).toBe('move')
    expect(said.moves).toEqual([
      expect.objectContaining({
        from: expect.objectContaining({ name: 'full' }),
        to: expect.objectContaining({ name: 'free' }),
      }),
    ])
    const [from, to] = said.foretold
    expect(from).toMatchObject({ host: { name: 'full' }, by: 'twin' })
    expect(to).toMatchObject({ host: { name: 'free' }, by: 'twin' })
    expect(from!.guests).toHaveLength(2)
    expect(to!.guests).toHaveLength(1)
    for (const { targetMs, nowMs, thenMs } of [...from!.guests, ...to!.guests]) {
      expect(targetMs).toBe(400)
      expect(nowMs).toBeCloseTo(2000, -2)
      expect(thenMs).toBeLessThan(400)
    }
    expect(said.proof).toBe('No cheaper moves from these hosts do as much.')
    const { pool } = expectStatus(
      await client.call(contract.getPoolOfHost, { params: { id: host.id } }),
      200,
    )
    expect(pool).toMatchObject({ id: poolId, verdict: 'move', text: said.text })
  })

  it('is more capacity where nothing can go anywhere', async () => {
    const small = await connectPool(3 * GIBIBYTE)
    await link(small)
    const said = await hotForLong(small)
    expect(said).toMatchObject({ verdict: 'no-move-helps', moves: [] })
    expect(said.hosts[0]!.text).toMatch(/Beyond what can move, it lacks [\d.]+ pCPUs\.$/)
  })

  it('waits after a move from the host, however hot it is', async () => {
    const { moves } = await hotForLong()
    await storeMove(moves[0]!, { state: 'stayed', endedAt: new Date(Date.now() - 30_000) })
    const said = await decide(poolId)
    expect(said).toMatchObject({ verdict: 'waits', moves: [] })
    expect(said.hosts[0]!.text).toContain('10 minutes')
  })

  it('lets moves that were decided together follow each other, while the host is hot', async () => {
    const [first] = (await hotForLong()).moves
    const second = await decideToMoveToo(first!)
    await storeMove(first!, { state: 'moving', endedAt: null })
    const said = await decide(poolId)
    expect(said).toMatchObject({ verdict: 'move', moves: [{ guest: { uuid: second } }] })
    // Who is under way counts where it goes.
    expect(said.foretold.map(({ guests }) => guests.length)).toEqual([1, 2])
    expect((await decide(poolId)).moves).toEqual(said.moves)
    await host.observeLoad(CALM)
    expect(await decide(poolId)).toMatchObject({ verdict: 'calm', moves: [] })
    await host.observeLoad(FULL)
    expect(await decide(poolId)).toMatchObject({ verdict: 'waits', moves: [] })
  })
})

type Advised = contract.PoolAdvice['moves'][number]

/** A move of the last minute. */
async function storeMove(
  { guest, from, to }: Advised,
  { state, endedAt }: { state: 'stayed' | 'moving'; endedAt: Date | null },
) {
  await client.api.deps.db.poolMove.create({
    data: {
      poolId,
      state,
      guestUuid: guest.uuid,
      guestName: guest.name,
      fromHostUuid: from.uuid,
      fromHostName: from.name,
      toHostUuid: to.uuid,
      toHostName: to.name,
      createdBy: 'x',
      begunAt: new Date(Date.now() - 60_000),
      endedAt,
    },
  })
}

/** Has the last decision move another guest as well, and says which. */
async function decideToMoveToo({ guest, from, to }: Advised): Promise<string> {
  const { db } = client.api.deps
  const { found } = expectStatus(
    await client.call(contract.getPool, { params: { id: poolId } }),
    200,
  )
  const other = found.guests.find(
    ({ name, uuid }: { name: string; uuid: string }) => NAMES.includes(name) && uuid !== guest.uuid,
  )!
  const { content } = await db.poolDecision.findUniqueOrThrow({ where: { poolId } })
  const decided = poolDecision.read(content)
  decided.moves.push({
    guestUuid: other.uuid,
    fromHostUuid: from.uuid,
    toHostUuid: to.uuid,
    seconds: 30,
  })
  await db.poolDecision.update({
    where: { poolId },
    data: { content: poolDecision.write(decided) },
  })
  return other.uuid
}

it('is what workload balancing shows, under one number for as long as it stays the same', async () => {
  const { deps } = client.api
  const { moves } = await hotForLong()
  const { inventory } = await deps.db.pool.findUniqueOrThrow({ where: { id: poolId } })
  const asked = () => optimisation(deps.db, { id: poolId, inventory: inventory as never })
  const shown = await asked()
  expect(shown.moves).toEqual([
    {
      guestUuid: moves[0]!.guest.uuid,
      fromHostUuid: moves[0]!.from.uuid,
      toHostUuid: moves[0]!.to.uuid,
      reason: 'vm1, vm2 and vm3 miss their targets. No weights keep the targets.',
    },
  ])
  await decide(poolId)
  expect((await asked()).id).toBe(shown.id)
  await host.observeLoad(CALM)
  await decide(poolId)
  const after = await asked()
  expect(after.moves).toEqual([])
  expect(after.id).not.toBe(shown.id)
})

it('is decided by one worker at a time, once a minute', async () => {
  const { db } = client.api.deps
  await db.poolDecision.deleteMany()
  await Promise.all([1, 2, 3].map(() => decidePools(client.api.deps, never)))
  const row = await db.poolDecision.findUniqueOrThrow({ where: { poolId } })
  expect(row.decidedAt).not.toBeNull()
  expect(Math.abs(row.dueAt.getTime() - Date.now() - 60_000)).toBeLessThan(30_000)
  await decidePools(client.api.deps, never)
  expect((await db.poolDecision.findUniqueOrThrow({ where: { poolId } })).decidedAt).toEqual(
    row.decidedAt,
  )
})
