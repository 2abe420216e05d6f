import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Observation, TraceError } from '../index.ts'
import { readText } from '../read-text.fixture.ts'
import { encodeTrace, lost, type Written } from './encode-trace.fixture.ts'
import { PCpuMerge } from './p-cpu-merge.ts'
import { expectedTotals, HZ, nameOf, schedules } from './random-schedule.fixture.ts'
import { RecordReader } from './record-reader.ts'
import type { XentraceSpec } from './xentrace-spec.ts'

const spec: XentraceSpec = { kind: 'xentrace', startEpochSeconds: 1_795_193_903.25, tscHz: HZ }

/** Delay from one pCPU to the next; the times of each drain leave room for all of them. */
const LATER = 150_000
const drains = fc
  .array(fc.integer({ min: 5 * LATER, max: 2_000_000 }), { maxLength: 12, size: 'max' })
  .map((gaps) => {
    let at = 2 ** 32 * 5 - 700_000
    return gaps.map((gap) => {
      at += gap
      return at
    })
  })

/** Sums all windows of a domain. */
function sumOf(observations: readonly Observation[], domain: string) {
  const own = observations.filter((o) => o.domain === domain).map((o) => o.cpu!)
  const sum = (value: (cpu: (typeof own)[number]) => number) =>
    own.reduce((total, cpu) => total + value(cpu), 0)
  const behind: Record<string, number> = {}
  for (const { schedule } of own)
    for (const [other, seconds] of Object.entries(schedule?.waitedBehindSeconds ?? {}))
      behind[other] = (behind[other] ?? 0) + seconds
  return {
    seconds: [
      sum((c) => c.usedSeconds),
      sum((c) => c.runnableWaitSeconds ?? 0),
      sum((c) => c.blockedSeconds ?? 0),
      sum((c) => c.schedule?.offlineSeconds ?? 0),
    ] as const,
    covered: sum((c) => c.coveredSeconds),
    dispatches: sum((c) => c.dispatches ?? 0),
    wakes: sum((c) => c.schedule?.wakeToRun?.count ?? 0),
    wakeSeconds: sum((c) => total(c.schedule?.wakeToRun)),
    runs: sum((c) => c.schedule?.runLength?.count ?? 0),
    runSeconds: sum((c) => total(c.schedule?.runLength)),
    behind,
  }
}

const total = (stats: { count: number; meanSeconds: number } | null | undefined) =>
  stats ? stats.count * stats.meanSeconds : 0
const added = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

test('a schedule is recovered from its trace, whatever the pieces and windows', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, drains, fc.nat(40), async ({ records }, at, chunk) => {
      const bytes = encodeTrace(records, at, LATER)
      const chunks: Buffer[] = []
      for (let from = 0; from < bytes.length; from += chunk + 3)
        chunks.push(bytes.subarray(from, from + chunk + 3))
      const { set, report } = await readText(chunks, spec, { windowSeconds: 1 })
      expect(report.notes).toEqual([])
      for (const [id, expected] of expectedTotals(records)) {
        const found = sumOf(set.observations, nameOf(id))
        const idle = nameOf(id) === 'idle'
        for (const [state, seconds] of expected.seconds.entries())
          if (!idle || state !== 1) expect(found.seconds[state]).toBeCloseTo(seconds, 6)
        expect(found.dispatches).toBe(expected.dispatches)
        expect(found.wakes).toBe(expected.wakeToRun.length)
        expect(found.wakeSeconds).toBeCloseTo(added(expected.wakeToRun), 6)
        expect(found.runs).toBe(expected.runs.length)
        expect(found.runSeconds).toBeCloseTo(added(expected.runs), 6)
        const others = new Set([...Object.keys(found.behind), ...Object.keys(expected.behind)])
        for (const other of others)
          expect(found.behind[other] ?? 0).toBeCloseTo(expected.behind[other] ?? 0, 6)
      }
    }),
  )
})

test('merging puts the records of pCPUs in order while keeping at most two rounds', () => {
  fc.assert(
    fc.property(schedules, drains, ({ records }, at) => {
      const given: number[] = []
      const merge = new PCpuMerge((time) => given.push(time), { keepBack: 0 })
      const reader = new RecordReader('test', {
        piece: (pCpu) => merge.piece(pCpu),
        record: ({ pCpu, tscHigh, tscLow, data }) => {
          const time = tscHigh * 2 ** 32 + tscLow
          merge.seen(time)
          merge.push(time, pCpu, data[0]!, 0)
        },
      })
      reader.push(encodeTrace(records, at, LATER))
      merge.finish()
      expect(given).toEqual(records.map((record) => record.at).sort((a, b) => a - b))
      expect(merge.late).toBe(0)
    }),
  )
})

test('in a truncated file no domain is longer in its states than the trace lasts', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, drains, fc.double({ min: 0, max: 1 }), async (s, at, part) => {
      const whole = encodeTrace(s.records, at, LATER)
      const cut = whole.subarray(0, Math.floor(whole.length * (part || 0)))
      const length = (s.records.at(-1)!.at - s.records[0]!.at) / HZ
      try {
        const { set } = await readText(cut, spec, { windowSeconds: 1 })
        for (const [id] of expectedTotals(s.records)) {
          const vCpus = new Set(s.records.map(({ data }) => data[0]!)).size
          const { seconds } = sumOf(set.observations, nameOf(id))
          expect(added(seconds)).toBeLessThanOrEqual(vCpus * length + 1e-6)
        }
      } catch (error) {
        expect(error).toMatchObject({ code: 'empty' })
      }
    }),
  )
})

test('what falls into a gap counts as nothing, and nothing is invented', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, drains, fc.nat(1000), fc.nat(1000), async (s, at, a, b) => {
      const records = withGap(s.records, a, b)
      fc.pre(records !== null)
      const { set } = await readText(encodeTrace(records!, at, LATER), spec, { windowSeconds: 1 })
      for (const [id, truth] of expectedTotals(s.records)) {
        const found = sumOf(set.observations, nameOf(id))
        for (const [state, seconds] of found.seconds.entries())
          expect(seconds).toBeLessThanOrEqual(truth.seconds[state]! + 1e-6)
        expect(found.wakeSeconds).toBeLessThanOrEqual(added(truth.wakeToRun) + 1e-6)
        for (const [other, seconds] of Object.entries(found.behind))
          if (s.pCpus === 1) expect(seconds).toBeLessThanOrEqual((truth.behind[other] ?? 0) + 1e-6)
      }
    }),
  )
})

/** Removes some neighbouring records of one pCPU, as Xen does, before the last of them. */
function withGap(records: readonly Written[], a: number, b: number): Written[] | null {
  const first = records[a % records.length]!
  const own = records.filter((r) => r.pCpu === first.pCpu && r.at >= first.at)
  const next = own[1 + (b % own.length)]
  // The very first record defines the start of the trace; without it the expected start would
  // differ.
  if (!next || first === records[0]) return null
  const kept = records.filter((r) => r.pCpu !== first.pCpu || r.at < first.at || r.at >= next.at)
  kept.splice(kept.indexOf(next), 0, lost(next.at, next.pCpu, first.at))
  return kept
}

describe('bytes that are not a trace', () => {
  const refused = async (bytes: Buffer) => {
    try {
      const { report } = await readText(bytes, spec)
      expect(report.lines).toBeGreaterThan(0)
    } catch (error) {
      expect(error).toBeInstanceOf(TraceError)
    }
  }

  test('are refused or skipped where they are random', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) => refused(Buffer.from(bytes))),
    )
  })

  test('are refused or skipped where they replace some bytes of a trace', async () => {
    const edits = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(255)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(schedules, drains, edits, async ({ records }, at, changes) => {
        const bytes = encodeTrace(records, at, LATER)
        for (const [where, value] of changes) bytes[where % bytes.length] = value
        await refused(bytes)
      }),
    )
  })
})
