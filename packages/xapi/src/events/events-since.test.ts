import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { withPool } from '../session/open-pool.ts'
import type { PoolOptions, XapiPool } from '../session/xapi-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'
import { type EventClass, eventsSince, takeToken } from './events-since.ts'

let double: PoolDouble
beforeEach(async () => {
  double = await poolDouble()
})
afterEach(() => double.close())

/** Takes a token, does something to the pool, and asks what has changed. */
async function eventsOf(
  happen: (pool: XapiPool) => unknown,
  options: Partial<PoolOptions> = {},
  classes: EventClass[] = ['vm'],
) {
  return withPool({ ...double.options, ...options }, async (pool) => {
    const token = await takeToken(pool)
    await happen(pool)
    return eventsSince(pool, token, { classes })
  })
}

const rename = (name: string, text: string) =>
  double.state.database.change('VM', double.state.guestNamed(name), { name_description: text })

test('tells what changed, and nothing of it again', async () => {
  const found = await eventsOf(() => {
    rename('guest1', 'once')
    rename('guest1', 'twice')
  })
  const reference = double.state.guestNamed('guest1')
  // Two changes come as one event.
  expect(found.events).toEqual([{ className: 'vm', operation: 'changed', reference }])
  const again = await withPool(double.options, (pool) => eventsSince(pool, found.token))
  expect(again.events.filter(({ className }) => className === 'vm')).toEqual([])
})

test('misses nothing that happens while the pool is read', async () => {
  const { events } = await eventsOf(async (pool) => {
    const reading = readPool(pool)
    rename('guest2', 'meanwhile')
    await reading
  })
  expect(events).toHaveLength(1)
})

test('a class that XAPI would silently never report is refused', async () => {
  const asked = eventsOf(() => {}, {}, ['vms'] as string[] as EventClass[])
  await expect(asked).rejects.toMatchObject({ code: 'unknown-class' })
})

test('what keeps events back is an error, after which the pool is read', async () => {
  await expect(
    withPool(double.options, (pool) => eventsSince(pool, 'hello')),
  ).rejects.toMatchObject({ xapiCode: 'EVENT_FROM_TOKEN_PARSE_FAILURE' })
  await expect(eventsOf(() => double.sessions.endAll())).rejects.toMatchObject({
    code: 'session-ended',
  })
  await expect(eventsOf(() => double.changeCoordinator(1))).rejects.toThrow()
})

test('a call that hangs ends by a time of ours', async () => {
  const hanging = eventsOf(() => Object.assign(double.faults, { areEventsHanging: true }), {
    callSeconds: 0.5,
  })
  await expect(hanging).rejects.toMatchObject({ code: 'timeout' })
})
