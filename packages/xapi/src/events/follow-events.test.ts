import { afterEach, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { withPool } from '../session/open-pool.ts'
import type { PoolOptions } from '../session/xapi-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'
import {
  type EventBatch,
  type EventClass,
  type FollowOptions,
  followEvents,
} from './follow-events.ts'

let double: PoolDouble | undefined
afterEach(() => double?.close())

/** Follows a pool, and acts on what comes until `next` says that it is enough. */
async function follow(
  next: (batch: EventBatch, index: number) => 'enough' | undefined,
  { wait = 0.2, options = {} as Partial<PoolOptions>, ...others }: Following = {},
): Promise<EventBatch[]> {
  const found: EventBatch[] = []
  await withPool({ ...double!.options, ...options }, async (pool) => {
    for await (const batch of followEvents(pool, {
      waitSeconds: wait,
      pauseSeconds: 0.01,
      ...others,
    })) {
      found.push(batch)
      if (next(batch, found.length) === 'enough') return
    }
  })
  return found
}

interface Following extends FollowOptions {
  wait?: number
  options?: Partial<PoolOptions>
}

const rename = (name: string, text: string) =>
  double!.state.database.change('VM', double!.state.guestNamed(name), { name_description: text })

test('asks for a reading first, with a token of before, and then tells what changed', async () => {
  double = await poolDouble()
  const reference = double.state.guestNamed('guest1')
  const batches = await follow((batch, index) => {
    if (index === 1) {
      rename('guest1', 'once')
      rename('guest1', 'twice')
    }
    return batch.events.some(({ className }) => className === 'vm') ? 'enough' : undefined
  })
  expect(batches[0]).toMatchObject({ events: [], readAnew: 'start' })
  // Two changes come as one event.
  expect(batches.flatMap(({ events }) => events.filter((each) => each.className === 'vm'))).toEqual(
    [{ className: 'vm', operation: 'changed', reference }],
  )
})

test('misses nothing that happens while the pool is read', async () => {
  double = await poolDouble()
  let isSeen = false
  await withPool(double.options, async (pool) => {
    for await (const { readAnew, events } of followEvents(pool, { waitSeconds: 0.2 })) {
      if (readAnew === 'start') {
        const reading = readPool(pool)
        rename('guest2', 'meanwhile')
        await reading
      }
      isSeen = events.some(({ className }) => className === 'vm')
      if (isSeen) return
    }
  })
  expect(isSeen).toBe(true)
})

test('a class that XAPI would silently never report is refused', async () => {
  double = await poolDouble()
  const classes = ['vms'] as unknown as EventClass[]
  await expect(follow(() => 'enough', { classes })).rejects.toMatchObject({ code: 'unknown-class' })
})

test('a token that XAPI does not take leads to another reading', async () => {
  double = await poolDouble()
  const batches = await follow(() => 'enough', { token: 'hello' })
  expect(batches[0]!.readAnew).toBe('token-refused')
})

test('a session that ends while it waits leads to another reading', async () => {
  double = await poolDouble()
  const batches = await follow((_, index) => {
    if (index === 1) double!.sessions.endAll()
    return index === 2 ? 'enough' : undefined
  })
  expect(batches[1]).toMatchObject({ readAnew: 'session-ended', events: [] })
})

test('a coordinator that changes leads to another reading', async () => {
  double = await poolDouble()
  const batches = await follow((_, index) => {
    if (index === 1) double!.changeCoordinator(1)
    return index === 2 ? 'enough' : undefined
  })
  expect(batches[1]!.readAnew).toMatch(/session-ended|coordinator-changed/)
})

test('a call that hangs ends by a time of ours', async () => {
  double = await poolDouble()
  const batches = await follow(
    (_, index) => {
      double!.faults.areEventsHanging = index === 1
      return index === 2 ? 'enough' : undefined
    },
    { options: { callSeconds: 0.5 } },
  )
  expect(batches[1]!.readAnew).toBe('no-answer')
})
