import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { checkMove } from '../move/check-move.ts'
import { findGuest } from '../move/find-guest.ts'
import type { PoolInventory } from '../pool-inventory.ts'
import { withPool } from '../session/open-pool.ts'
import type { XapiPool } from '../session/xapi-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'
import { setStoredWeight } from '../weights/set-stored-weight.ts'
import { XapiError } from '../xapi-error.ts'

let double: PoolDouble
let whole: PoolInventory
beforeAll(async () => {
  double = await poolDouble({ hosts: 2, guests: 2 })
  whole = await withPool(double.options, (pool) => readPool(pool))
})
afterAll(() => double.close())

/** Values that stand in for a part of an answer. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'OpaqueRef:NULL', -1, 0, 2 ** 60, 1e300, true, [], {}),
  fc.string(),
  fc.jsonValue(),
)

/** An answer in which one part is another, wherever that is. */
function spoilt(value: unknown, path: readonly number[], by: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  if (keys.length === 0) return by
  const key = keys[first % keys.length]!
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  copy[key] = spoilt(copy[key], rest, by)
  return copy
}

/** What is asked of a pool, with the calls whose answers are spoilt. */
const WORK: Record<string, { run: (pool: XapiPool) => Promise<unknown>; calls: string[] }> = {
  read: {
    run: async (pool) => expectPossible(await readPool(pool)),
    calls: [
      'pool',
      'host',
      'host_metrics',
      'host_cpu',
      'VM',
      'VM_metrics',
      'VBD',
      'PBD',
      'SR',
      'VM_group',
    ]
      .map((each) => `${each}.get_all_records`)
      .concat('session.login_with_password'),
  },
  check: {
    run: (pool) => checkMove(pool, { guestUuid: guest().uuid, toHostUuid: whole.hosts[1]!.uuid }),
    calls: [
      'VM.get_record',
      'host.get_all_records',
      'VM.get_possible_hosts',
      'host.compute_free_memory',
    ],
  },
  store: {
    run: (pool) => setStoredWeight(pool, guest(), { weight: 256, cap: null }),
    calls: ['VM.get_VCPUs_params'],
  },
  find: {
    run: async (pool) => {
      const between = [whole.hosts[0]!.uuid, whole.hosts[1]!.uuid] as const
      const brief = { seconds: 0, pollSeconds: 0 }
      expect((await findGuest(pool, guest().uuid, between, brief)).where).toBe('unknown')
    },
    calls: ['VM.get_record', 'host.get_all_records'],
  },
}
const guest = () => whole.guests[0]!
const cases = fc.constantFrom(
  ...Object.entries(WORK).flatMap(([work, { calls }]) => calls.map((call) => ({ work, call }))),
)

/** What the double would have answered, without a session. */
function answerTo(method: string): unknown {
  const [className, call] = method.split('.') as [string, string]
  const { database } = double.state
  if (call === 'get_all_records') return Object.fromEntries(database.all(className))
  if (call === 'get_record') return database.get('VM', double.state.guestNamed('guest1'))
  if (call === 'get_possible_hosts') return double.state.hosts
  return call === 'compute_free_memory' ? 1e9 : {}
}

/** Nothing but an error of ours with a code may come out. */
async function attempt(work: string): Promise<void> {
  const { run } = WORK[work]!
  await withPool({ ...double.options, callSeconds: 5 }, run).catch((error: unknown) => {
    if (!(error instanceof XapiError)) throw error
  })
}

/** What no pool can have, whatever XAPI says. */
function expectPossible({ hosts, guests, storage }: PoolInventory): void {
  const uuids = new Set(hosts.map(({ uuid }) => uuid))
  for (const { pCpus, memoryTotalBytes } of hosts) {
    if (pCpus !== null) expect(pCpus).toBeGreaterThan(0)
    if (memoryTotalBytes !== null) expect(memoryTotalBytes).toBeGreaterThan(0)
  }
  for (const { hostUuid, weight, cap, powerState, domainId } of guests) {
    if (hostUuid !== null) expect(uuids).toContain(hostUuid)
    if (weight !== null) expect(weight).toBeGreaterThan(0)
    if (cap !== null) expect(cap).toBeGreaterThanOrEqual(0)
    if (powerState === 'halted') expect([hostUuid, domainId]).toEqual([null, null])
  }
  for (const { hostUuids } of storage) for (const each of hostUuids) expect(uuids).toContain(each)
}

test('no answer makes the client crash, hang or believe what cannot be', () =>
  fc.assert(
    fc.asyncProperty(
      cases,
      fc.array(fc.nat(100), { maxLength: 5 }),
      odd,
      async ({ work, call }, path, by) => {
        double.faults.answer = (method) =>
          method === call
            ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: spoilt(answerTo(call), path, by) })
            : undefined
        await attempt(work)
      },
    ),
    { numRuns: 50 },
  ))

test('nor does any body', () =>
  fc.assert(
    fc.asyncProperty(
      cases,
      fc.oneof(fc.string(), fc.json(), fc.constantFrom('{"error":{"message":"<b>"}}', '{}', '')),
      async ({ work, call }, body) => {
        double.faults.answer = (method) => (method === call ? body : undefined)
        await attempt(work)
      },
    ),
    { numRuns: 25 },
  ))
