import { readRrdUpdates } from '@steelyard/traces'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { withPool } from '../session/open-pool.ts'
import type { XapiPool } from '../session/xapi-pool.ts'
import { type DoubleLoad, type PoolDouble, poolDouble } from '../testing/index.ts'
import { guestRunStates } from './guest-run-states.ts'
import { hostUse } from './host-use.ts'
import { readRunStates } from './read-run-states.ts'
import { recordRunStates } from './record-run-states.ts'

const START = 1_795_696_800
const LOAD: DoubleLoad = {
  vCpus: [0.55, 0.48],
  fullrun: 0.35,
  full_contention: 0.05,
  concurrency_hazard: 0.15,
  blocked: 0.25,
  partial_run: 0.12,
  partial_contention: 0.08,
  runnableVCpus: 0.33,
}

let double: PoolDouble | undefined
afterEach(() => double?.close())

async function read(
  load: DoubleLoad,
  prepare: (pool: XapiPool) => Promise<unknown> = async () => {},
  interval = 5,
) {
  double = await poolDouble({ guests: 2, startSeconds: START, clockSpeed: 0, loadOf: () => load })
  const { options, clock } = double
  return withPool(options, async (pool) => {
    const { hosts, guests } = await readPool(pool)
    for (const guest of guests) await recordRunStates(pool, guest)
    clock.advance(60)
    await prepare(pool)
    const wish = { startSeconds: START + 20, intervalSeconds: interval }
    return { states: await readRunStates(pool, hosts, wish), guests, hosts }
  })
}

test('gives the states of every guest, host by host', async () => {
  const { states, guests } = await read(LOAD)
  expect(states.map(({ gaps }) => gaps)).toEqual([[], []])
  expect(states.map((host) => host.guests.map(({ uuid }) => uuid))).toEqual(
    guests.map(({ uuid }) => [uuid]),
  )
  const { samples, vCpus } = states[0]!.guests[0]!
  expect(vCpus).toBe(2)
  expect(samples.length).toBeGreaterThan(5)
  expect(samples[0]).toMatchObject({ endsAt: START + 25, seconds: 5 })
  for (const { usedPCpus, classes, waitingShare, waitingVCpus } of samples) {
    expect(usedPCpus).toBeCloseTo(1.03, 9)
    expect(classes).toMatchObject({ fullRun: 0.35, partialContention: 0.08 })
    expect(waitingShare).toBeCloseTo(0.28, 9)
    // Two vCPUs: 2 wait in full contention, and 1 in the other two.
    expect(waitingVCpus!.least).toBeCloseTo(0.33, 9)
    expect(waitingVCpus!.most).toBeCloseTo(0.33, 9)
  }
})

test('gives what the pCPUs of a host did, and nothing for a sample that was lost', async () => {
  const { states } = await read(LOAD)
  const { use } = states[0]!
  expect(use.length).toBeGreaterThan(5)
  for (const { usedPCpus, seconds } of use) expect([usedPCpus, seconds]).toEqual([1, 5])
  const [uuid, host] = ['00000000-0000-4000-8000-000000000001', 'host']
  const legend = ['cpu0', 'cpu1', 'memory_free_kib'].map(
    (name) => `AVERAGE:${host}:${uuid}:${name}`,
  )
  const rows = [
    { t: '10', values: ['0.5', '0.25', '1000'] },
    { t: '15', values: ['0.0', '0.0', '0.0'] },
    { t: '20', values: ['0.5', 'NaN', '1000'] },
  ]
  const document = { meta: { start: '5', step: '5', end: '20', legend }, data: rows }
  const updates = readRrdUpdates(JSON.stringify(document))
  expect(hostUse(updates, 0).map(({ usedPCpus }) => usedPCpus)).toEqual([0.75, null, null])
  expect(hostUse(updates, 10)).toHaveLength(2)
})

test('a runnable_vcpus of 1.3, which arrives as 0.0, is not taken for idleness', async () => {
  const { states } = await read({
    ...LOAD,
    vCpus: [0.2, 0.2, 0.2, 0.2],
    full_contention: 0.25,
    blocked: 0.05,
    runnableVCpus: 1.3,
  })
  const { waitingVCpus } = states[0]!.guests[0]!.samples[0]!
  expect(waitingVCpus!.least).toBeGreaterThan(0.7)
})

test('samples that were lost are none, and named', async () => {
  const { states, guests } = await read(LOAD, async () => {
    double!.roundRobin.isLost = (_, endsAt) => endsAt === START + 40
  })
  const { uuid } = guests[0]!
  expect(states[0]!.gaps).toEqual([{ code: 'lost', guestUuid: uuid, samples: 1 }])
  expect(states[0]!.guests[0]!.samples.map(({ endsAt }) => endsAt)).not.toContain(START + 40)
})

test('states that do not add up are not believed', async () => {
  const { states } = await read({ ...LOAD, blocked: 0 })
  expect(states[0]!.gaps[0]).toMatchObject({ code: 'do-not-add-up' })
  expect(states[0]!.guests[0]!.samples[0]).toMatchObject({ classes: null, waitingVCpus: null })
})

test('guests whose states nobody records are named, and their CPU use is known', async () => {
  double = await poolDouble({ guests: 1, startSeconds: START, clockSpeed: 0, loadOf: () => LOAD })
  double.clock.advance(60)
  await withPool(double.options, async (pool) => {
    const { hosts } = await readPool(pool)
    const wish = { startSeconds: START, intervalSeconds: 5 }
    const [host] = await readRunStates(pool, hosts, wish)
    expect(host!.gaps).toEqual([expect.objectContaining({ code: 'not-recorded' })])
    expect(host!.guests[0]!.samples[0]).toMatchObject({ classes: null, waitingShare: null })
    expect(host!.guests[0]!.samples[0]!.usedPCpus).toBeCloseTo(1.03, 9)
  })
})

test.each([
  ['data-empty', 'no-data'],
  ['unreadable', 'unreadable'],
] as const)('where the record is %s, it says so', async (fault, code) => {
  const { states } = await read(LOAD, async () => {
    double!.faults.rrd = fault
  })
  expect(states[0]!.gaps[0]).toEqual({ code })
  expect(states[0]!.guests.flatMap(({ samples }) => samples)).toEqual([])
})

test('a step that changed silently is named', async () => {
  const { states } = await read(LOAD, async () => double!.clock.advance(3600), 5)
  expect(states[0]!.gaps[0]).toEqual({ code: 'another-step', askedSeconds: 5, stepSeconds: 60 })
  expect(states[0]!.guests[0]!.samples[0]).toMatchObject({ seconds: 60 })
})

test('a host with another certificate, and one that is gone, are gaps of their own', async () => {
  const { states } = await read(LOAD, async () => double!.servers[1]!.changeCertificate())
  expect(states.map(({ gaps }) => gaps)).toEqual([[], [{ code: 'certificate-changed' }]])
  const gone = await read(LOAD, async () => double!.servers[1]!.stop())
  expect(gone.states[1]!.gaps).toEqual([{ code: 'unreachable' }])
})

test('no answer gives a share beyond what is possible', () => {
  const number = fc.oneof(
    fc.double().map(String),
    fc.constantFrom('NaN', '0.0', '-1', 'x', '1.04'),
    fc.nat(3).map(String),
  )
  const uuid = '1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d'
  const names = ['cpu0', 'cpu1', 'cpu2', 'memory', 'runnable_any', 'runnable_vcpus']
  const states = ['fullrun', 'full_contention', 'concurrency_hazard', 'blocked']
  const more = ['partial_run', 'partial_contention']
  const legend = [...names, ...[...states, ...more].map((each) => `runstate_${each}`)]
  fc.assert(
    fc.property(fc.array(fc.array(number, { minLength: 12, maxLength: 12 })), (rows) => {
      const updates = readRrdUpdates(
        JSON.stringify({
          meta: { step: '5', legend: legend.map((name) => `AVERAGE:vm:${uuid}:${name}`) },
          data: rows.map((values, at) => ({ t: String(START + at * 5), values })),
        }),
      )
      for (const sample of guestRunStates(updates, 0).guests[0]!.samples) {
        for (const share of Object.values(sample.classes ?? {})) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1.05)
        }
        if (sample.waitingShare !== null) expect(sample.waitingShare).toBeLessThanOrEqual(1)
        if (sample.usedPCpus !== null) {
          expect(sample.usedPCpus).toBeGreaterThanOrEqual(0)
          expect(sample.usedPCpus).toBeLessThanOrEqual(3.3)
        }
        const { least, most } = sample.waitingVCpus ?? { least: 0, most: 0 }
        expect(least).toBeLessThanOrEqual(most)
        expect(most).toBeLessThanOrEqual(3.3)
      }
    }),
  )
})
