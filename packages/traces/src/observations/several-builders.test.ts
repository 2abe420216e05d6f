import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeResolution } from '../observation.ts'
import { XENMON_METER } from '../xenmon/xenmon-spec.ts'
import { ObservationBuilder, type RequestsRead } from './observation-builder.ts'
import type { Subject } from './subject.ts'
import type { RequestSide } from './window-grid.ts'

interface Request {
  start: number
  seconds: number
  isError: boolean
  bytes: number
}
interface Log {
  of: Subject
  side: RequestSide
  resolution: TimeResolution
  requests: Request[]
}

const request = fc.record({
  start: fc.integer({ min: 0, max: 9600 }).map((n) => n / 8),
  seconds: fc.constantFrom(0.125, 0.5, 3, 20, Number.NaN),
  isError: fc.boolean(),
  bytes: fc.constantFrom(100, 5000),
})
const requests = fc
  .array(request, { minLength: 1, maxLength: 40 })
  .map((list) => list.sort((a, b) => a.start - b.start))
const options = fc.record({
  windowSeconds: fc.constantFrom(7, 10, 84),
  maxWindows: fc.constantFrom(3, 4000),
  originEpochSeconds: fc.constantFrom(0, 5),
})
const used = {
  usedSeconds: 3,
  runnableWaitSeconds: 1,
  blockedSeconds: 1,
  dispatches: 4,
  ioCount: 0,
}

function read(into: ObservationBuilder, { of, side, resolution, requests }: Log): void {
  const stream = into.openRequests(of, side, resolution)
  for (const { start, seconds, isError, bytes } of requests)
    stream.add(start, seconds, isError, bytes)
  stream.close()
}

function traceCpu(into: ObservationBuilder, from: number | null): ObservationBuilder {
  if (from === null) return into
  into.addCpu(XENMON_METER, 'vm1', from, from + 30, used)
  into.coverCpu(XENMON_METER, 'vm1', from, from + 30)
  into.endFile()
  return into
}

/** As it travels from one process to another. */
const sent = (builder: ObservationBuilder): RequestsRead =>
  deserialize(serialize(builder.takeRequests()))

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
/** Sums that were made in another order differ in their last digits. */
const nearly = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'number' ? expect.closeTo(part, 8 - digitsBefore(part)) : part,
  )
const digitsBefore = (value: number) => (value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))))

describe('logs that several builders read', () => {
  const logs = fc
    .tuple(
      fc.array(requests, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<TimeResolution>('second', 'microsecond'),
    )
    .map(([lists, resolution]) =>
      lists.map((list, i): Log => {
        const whole = list.map((each) => ({ ...each, start: Math.floor(each.start) }))
        return {
          of: i === 3 ? { leftOut: 'vm4' } : `vm${(i % 2) + 1}`,
          side: i === 2 ? 'clientRequests' : 'requests',
          resolution,
          requests: resolution === 'second' ? whole : list,
        }
      }),
    )

  it('give what one builder gives', () => {
    fc.assert(
      fc.property(
        logs,
        options,
        fc.constantFrom(null, 0, 600),
        (all, { maxWindows, ...opts }, cpuFrom) => {
          // Where windows are forgotten, their number decides, which each builder knows of its own only.
          const most = cpuFrom === null ? maxWindows : 4000
          const one = traceCpu(new ObservationBuilder({ ...opts, maxWindows: most }), cpuFrom)
          for (const log of all) read(one, log)
          const joined = traceCpu(new ObservationBuilder({ ...opts, maxWindows: most }), cpuFrom)
          for (const log of all) {
            const { focus } = joined
            const part = new ObservationBuilder({ ...opts, maxWindows: most, focus })
            read(part, log)
            joined.addRequests(sent(part))
          }
          expect(plain(joined.finish())).toEqual(nearly(one.finish()))
        },
      ),
    )
  })

  it('forget what any of them had to forget', () => {
    const opts = { windowSeconds: 10, maxWindows: 20 }
    const joined = traceCpu(new ObservationBuilder(opts), 1000)
    const part = new ObservationBuilder({ ...opts, focus: joined.focus })
    const list = Array.from({ length: 120 }, (_, i) => ({
      start: 10 * i,
      seconds: 1,
      isError: false,
      bytes: 1,
    }))
    read(part, { of: 'vm1', side: 'requests', resolution: 'microsecond', requests: list })
    joined.addRequests(sent(part))
    const { observations, notes, windowSeconds } = joined.finish()
    expect(windowSeconds).toBe(10)
    expect(observations.length).toBeLessThanOrEqual(20)
    expect(observations.some((each) => each.windowStartEpochSeconds === 1000)).toBe(true)
    expect(notes.join()).toMatch(/^Only .* around the CPU trace/)
  })
})

describe('a log that several builders read in parts', () => {
  it('gives what one builder gives, for requests in order', () => {
    fc.assert(
      fc.property(requests, options, fc.nat(40), (list, opts, cut) => {
        const quick = list.map((each) => ({ ...each, seconds: 0.125 }))
        const log = { of: 'vm1', side: 'requests', resolution: 'microsecond' } as const
        const one = new ObservationBuilder(opts)
        read(one, { ...log, requests: quick })
        const joined = new ObservationBuilder(opts)
        for (const [i, part] of [quick.slice(0, cut), quick.slice(cut)].entries()) {
          const builder = new ObservationBuilder(opts)
          read(builder, { ...log, requests: part })
          joined.addRequests(sent(builder), i > 0)
        }
        expect(plain(joined.finish())).toEqual(nearly(one.finish()))
      }),
    )
  })
})
