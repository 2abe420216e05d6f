import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { change, encodeTrace, lost } from './encode-trace.fixture.ts'
import { readSchedule, type TracePart } from './read-schedule.ts'
import { BLOCKED, RUNNABLE, RUNNING } from './trace-events.ts'
import type { StateSpan } from './v-cpu-states.ts'

const SPEC = { kind: 'xentrace', startEpochSeconds: 1_795_193_903.25, tscHz: 1e6 } as const
const at = (seconds: number) => 5e12 + seconds * 1e6
const vm1 = [1, 0] as const
const WHOLE = { fromSeconds: 0, toSeconds: 60 }

/** What happened from 12 s until 16 s is lost. */
const RECORDS = [
  change(at(0), 0, vm1, BLOCKED, RUNNABLE),
  change(at(1), 0, vm1, RUNNABLE, RUNNING),
  lost(at(16), 0, at(12)),
  change(at(20), 0, vm1, RUNNING, BLOCKED),
  change(at(23.3), 0, vm1, BLOCKED, RUNNABLE),
]

async function read(part: TracePart, records = RECORDS) {
  const spans: StateSpan[] = []
  const bytes = Readable.from([encodeTrace(records)])
  const { toSeconds, gaps } = await readSchedule(bytes, SPEC, part, (span) => spans.push(span), {})
  return { toSeconds, gaps, spans }
}

describe('part of a trace', () => {
  test('has gaps where records were lost, cut to it', async () => {
    expect((await read(WHOLE)).gaps).toEqual([{ fromSeconds: 12, toSeconds: 16 }])
    const { gaps } = await read({ fromSeconds: 14, toSeconds: 18 })
    expect(gaps).toEqual([{ fromSeconds: 14, toSeconds: 16 }])
    expect((await read({ fromSeconds: 17, toSeconds: 30 })).gaps).toEqual([])
    expect((await read(WHOLE, RECORDS.toSpliced(2, 1))).gaps).toEqual([])
  })

  test('ends just where the last states of a shorter trace end', async () => {
    const { toSeconds, spans } = await read(WHOLE)
    expect(toSeconds).toBeCloseTo(23.3, 9)
    expect(spans.at(-1)!.toSeconds).toBe(toSeconds)
  })
})
