import * as contract from '@steelyard/contract'
import { type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dateOf } from '../epoch.ts'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { startLoopHost } from '../loop/testing/loop-host.ts'
import { type Behaviour, storeMinutes } from '../loop/testing/store-minutes.ts'
import { addTestChannel } from '../notifications/testing/add-test-channel.ts'
import { connectDouble } from '../pools/testing/connect-double.ts'
import { judgeMoves } from './judge-moves.ts'

let client: HostClient
let double: PoolDouble
let poolId: string
/** Two watched hosts of three guests each, which are the members of a pool. */
let hostIds: string[]
let found: NonNullable<contract.Pool['found']>
beforeAll(async () => {
  client = await startHostClient()
  const { db } = client.api.deps
  const names = ['vm1', 'vm2', 'vm3']
  double = await poolDouble({
    guests: [0, 1].flatMap((host) => names.map((name) => ({ name: `${name} of ${host}`, host }))),
  })
  poolId = await connectDouble(client, double)
  const pool = expectStatus(await client.call(contract.getPool, { params: { id: poolId } }), 200)
  found = pool.found
  hostIds = []
  for (const host of [0, 1]) {
    const { id } = await startLoopHost(client)
    hostIds.push(id)
    for (const name of names) {
      const { uuid } = found.guests.find((guest) => guest.name === `${name} of ${host}`)!
      await db.domain.updateMany({ where: { hostId: id, name }, data: { xenUuid: uuid } })
    }
  }
})
afterAll(async () => {
  await double.close()
  await client.close()
})

/** The move begins at this minute and ends one later. */
const BEGUN = Math.floor(Date.now() / 60_000) * 60 - 2400
const ENDED = BEGUN + 60
const takes = (responseSeconds: number): Record<string, Behaviour> => ({
  vm1: { perSecond: 2, responseSeconds },
})

beforeEach(async () => {
  const { db } = client.api.deps
  await db.poolMove.deleteMany()
  await db.notification.deleteMany()
  await db.watchWindow.deleteMany({ where: { hostId: { in: hostIds } } })
  const [from, to] = found.hosts.map(({ uuid }) => uuid)
  await db.poolMove.create({
    data: {
      poolId,
      state: 'moved',
      guestUuid: 'x',
      guestName: 'web',
      fromHostUuid: from!,
      fromHostName: 'one',
      toHostUuid: to!,
      toHostName: 'two',
      createdBy: 'x',
      begunAt: dateOf(BEGUN),
      endedAt: dateOf(ENDED),
    },
  })
})

/** vm1 of the one host and of the other, before the move and from its end on. */
async function observe(before: [number, number], after: [number, number] | null) {
  const { db } = client.api.deps
  for (const [index, hostId] of hostIds.entries()) {
    await storeMinutes(db, hostId, BEGUN - 600, 10, takes(before[index]!))
    if (after) await storeMinutes(db, hostId, ENDED, 14, takes(after[index]!))
  }
}

async function judged(): Promise<contract.PoolMove['effect']> {
  await judgeMoves(client.api.deps)
  const reply = await client.call(contract.listPoolMoves, { params: { id: poolId } })
  return expectStatus(reply, 200).data[0].effect
}

/** What stands in the journal of each host. */
async function noted(): Promise<string[][]> {
  return Promise.all(
    hostIds.map(async (hostId) => {
      const reply = await client.call(contract.listJournal, { query: { hostId } })
      return expectStatus(reply, 200).data.map(
        ({ decision, text }: contract.JournalEntry) => `${decision}: ${text}`,
      )
    }),
  )
}

const told = () => client.api.deps.db.notification.count({ where: { event: 'outcome-worse' } })

it('tells what a move did to the targets of both hosts', async () => {
  await observe([0.5, 0.05], [0.05, 0.05])
  expect(await judged()).toEqual({
    text: 'Targets on both hosts were missed in 10 of 20 guest minutes before the move, and in 0 of 20 after it.',
    isWorse: false,
  })
  expect(await told()).toBe(0)
  const line =
    'outcome-confirmed: web has been on two instead of one for a quarter of an hour. Targets on both hosts were missed in 10 of 20 guest minutes before the move, and in 0 of 20 after it.'
  expect(await noted()).toEqual([[line], [line]])
})

it('counts what the guest itself missed before, though its host has it no more', async () => {
  const { db } = client.api.deps
  const [from, to] = hostIds
  await db.poolMove.updateMany({ data: { guestName: 'vm1' } })
  await storeMinutes(db, from!, BEGUN - 600, 10, takes(0.5))
  await storeMinutes(db, to!, ENDED, 14, takes(0.05))
  const gone = { where: { hostId_name: { hostId: from!, name: 'vm1' } } }
  await db.domain.update({ ...gone, data: { goneAt: new Date() } })
  try {
    expect(await judged()).toMatchObject({
      text: expect.stringContaining('10 of 10 guest minutes before the move, and in 0 of 10 after'),
    })
  } finally {
    await db.domain.update({ ...gone, data: { goneAt: null } })
  }
})

it('tells whoever wants to know that a move made things worse, once', async () => {
  await addTestChannel(client.api.deps.db, ['outcome-worse'])
  await observe([0.5, 0.05], [0.5, 0.5])
  expect(await judged()).toMatchObject({ isWorse: true })
  await judged()
  expect(await told()).toBe(1)
})

it('judges nothing that was not observed', async () => {
  await observe([0.5, 0.05], null)
  expect(await judged()).toBeNull()
})
