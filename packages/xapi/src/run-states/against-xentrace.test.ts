import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { ObservationBuilder, readSource } from '@steelyard/traces'
import { afterEach, expect, test } from 'vitest'
import { readPool } from '../inventory/read-pool.ts'
import { withPool } from '../session/open-pool.ts'
import { type PoolDouble, poolDouble } from '../testing/index.ts'
import { readRunStates } from './read-run-states.ts'
import { recordRunStates } from './record-run-states.ts'
import {
  asOneGuest,
  changesIn,
  loadsBetween,
  type StateChange,
  traceOf,
} from './recorded-load.fixture.ts'
import type { RunStateSample } from './run-state-sample.ts'

// What Xen counts of a guest is worked out from a recording of a real host, change by change, and
// delivered by the double as XAPI delivers it. What is read of that is compared with what the product
// reads from the recording itself. So this is about the way from six states to waiting vCPUs: Xen's own
// counters, and when XAPI reads them, are in no recording.

const SAMPLE = new URL('../../../../samples/traced-equal/', import.meta.url)
const STEP = 5
/** In vCPUs. Both sides count the same cycles, so that only times as texts and sums are rounded. */
const NEAR = 1e-6

let double: PoolDouble | undefined
afterEach(() => double?.close())

interface Recorded {
  trace: Buffer
  /** When its first record was written, in Unix time. */
  traceStartsAt: number
  changes: StateChange[]
  /** The moment that the changes count from. */
  startsAt: number
  cyclesPerSecond: number
}

function open(): Recorded {
  const facts = JSON.parse(readFileSync(new URL('recording.json', SAMPLE), 'utf8'))
  const trace = gunzipSync(readFileSync(new URL('xentrace.bin.gz', SAMPLE)))
  const startsAt: number = facts.xentraceStartEpochHost
  const cyclesPerSecond: number = facts.tscHz
  return { trace, traceStartsAt: startsAt, changes: changesIn(trace), startsAt, cyclesPerSecond }
}

/** The recording as if some of its domains were one guest. */
function together(recorded: Recorded, domains: readonly number[]): Recorded {
  const changes = asOneGuest(recorded.changes, domains)
  // The trace then begins with its first change.
  const traceStartsAt = recorded.startsAt + changes[0]!.at / recorded.cyclesPerSecond
  return { ...recorded, changes, trace: traceOf(changes), traceStartsAt }
}

/** When steps of the archive begin and end that lie in the recording as a whole. */
function momentsOf({ changes, traceStartsAt, startsAt, cyclesPerSecond }: Recorded): number[] {
  const end = startsAt + changes.at(-1)!.at / cyclesPerSecond
  const first = Math.ceil(traceStartsAt / STEP)
  const count = Math.floor(end / STEP) - first
  return Array.from({ length: count + 1 }, (_, index) => STEP * (first + index))
}

/** How many vCPUs waited in each step, as the product reads the trace. */
async function waitsInTrace(recorded: Recorded): Promise<(domain: number) => number[]> {
  const { trace, traceStartsAt, cyclesPerSecond } = recorded
  const builder = new ObservationBuilder({ windowSeconds: STEP })
  await readSource(
    Readable.from([trace]),
    { kind: 'xentrace', startEpochSeconds: traceStartsAt, tscHz: cyclesPerSecond },
    builder,
    { path: 'xentrace.bin' },
  )
  const { observations } = builder.finish()
  return (domain) =>
    momentsOf(recorded)
      .slice(0, -1)
      .map((startsAt) => {
        const name = domain === 0 ? 'Domain-0' : `dom${domain}`
        const { cpu } = observations.find(
          (each) => each.domain === name && each.windowStartEpochSeconds === startsAt,
        )!
        expect(cpu!.coveredSeconds).toBeCloseTo(STEP, 6)
        return cpu!.runnableWaitSeconds! / STEP
      })
}

/** The same, as the product reads it from the double, which is given what Xen's counters would say. */
async function waitsInRecords(
  recorded: Recorded,
  domains: readonly number[],
): Promise<{ vCpus: number; waits: NonNullable<RunStateSample['waitingVCpus']>[] }[]> {
  const moments = momentsOf(recorded)
  const [from, ...ends] = moments as [number, ...number[]]
  const { changes, startsAt, cyclesPerSecond } = recorded
  const cycles = moments.map((moment) => (moment - startsAt) * cyclesPerSecond)
  const guests = domains.map((domain) => {
    const loads = loadsBetween(changes, domain, cycles)
    const uuid = `00000000-0000-4000-8000-00000000000${domain}`
    return { name: `dom${domain}`, uuid, vCpus: loads[0]!.vCpus.length, loads }
  })
  double = await poolDouble({
    hosts: 1,
    guests,
    startSeconds: from,
    clockSpeed: 0,
    loadOf: (uuid, endsAt) =>
      guests.find((guest) => guest.uuid === uuid)!.loads[ends.indexOf(endsAt)]!,
  })
  const { options, clock } = double
  const states = await withPool(options, async (pool) => {
    const { hosts } = await readPool(pool)
    for (const guest of guests) await recordRunStates(pool, guest)
    clock.advance(ends.length * STEP)
    return readRunStates(pool, hosts, { startSeconds: from, intervalSeconds: STEP })
  })
  expect(states[0]!.gaps).toEqual([])
  return guests.map(({ uuid, vCpus }) => {
    const { samples } = states[0]!.guests.find((guest) => guest.uuid === uuid)!
    expect(samples.map(({ endsAt }) => endsAt)).toEqual(ends)
    return { vCpus, waits: samples.map(({ waitingVCpus }) => waitingVCpus!) }
  })
}

const recorded = open()

test.each([
  { vCpus: 1, what: recorded, domains: [0, 1, 2, 3] },
  { vCpus: 2, what: together(recorded, [1, 2]), domains: [1] },
])('as many waited as in the trace: vCPUs of a guest $vCpus', async (each) => {
  const traced = await waitsInTrace(each.what)
  const read = await waitsInRecords(each.what, each.domains)
  for (const [at, { vCpus, waits }] of read.entries()) {
    expect(vCpus).toBe(each.vCpus)
    for (const [step, wait] of traced(each.domains[at]!).entries()) {
      expect(Math.abs(waits[step]!.least - wait)).toBeLessThan(NEAR)
      expect(Math.abs(waits[step]!.most - wait)).toBeLessThan(NEAR)
    }
  }
})

test('where a guest has more, as many waited as the bounds say', async () => {
  const guest = together(recorded, [1, 2, 3])
  const traced = (await waitsInTrace(guest))(1)
  const [read] = await waitsInRecords(guest, [1])
  expect(read!.vCpus).toBe(3)
  for (const [step, wait] of traced.entries()) {
    const { least, most } = read!.waits[step]!
    expect(wait).toBeGreaterThan(least - NEAR)
    expect(wait).toBeLessThan(most + NEAR)
    // What is counted is known, and between 1.0 and 1.05 nearly so; above, it is lost.
    if (wait < 1) expect(most - least).toBeLessThan(NEAR)
    else if (wait < 1.05) expect(most - least).toBeLessThanOrEqual(0.05 + NEAR)
  }
})
