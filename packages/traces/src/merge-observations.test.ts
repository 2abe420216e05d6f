import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeObservations } from './merge-observations.ts'
import type { Observation, TimeResolution } from './observation.ts'
import { ObservationBuilder } from './observations/observation-builder.ts'
import { SAR_METER } from './sar/sar-spec.ts'
import { XENMON_METER } from './xenmon/xenmon-spec.ts'
import { XENTOP_METER } from './xentop/xentop-spec.ts'
import { XENTRACE_METER } from './xentrace/xentrace-spec.ts'

/** A full hour. */
const ORIGIN = 1_795_190_400
const SPAN_SECONDS = 7200

interface Request {
  /** After the request before: short enough to count as a gap between arrivals. */
  gapSeconds: number
  seconds: number
  isError: boolean
}

interface Guest {
  /** Of the two files of its log, one after the other. */
  resolutions: [TimeResolution, TimeResolution]
  hasBytes: boolean
  hasDurations: boolean
  requests: Request[]
  /** Windows of 10 s in which the log was not open. */
  closed: number[]
  cpu: { seconds: number; usedSeconds: number; isLost: boolean }[]
  states: { state: 'running' | 'runnable' | 'blocked'; seconds: number }[]
}

const eighths = (max: number) => fc.integer({ min: 0, max: max * 8 }).map((n) => n / 8)
const resolution = fc.constantFrom<TimeResolution>('second', 'millisecond', 'microsecond')
const guest: fc.Arbitrary<Guest> = fc.record({
  resolutions: fc.tuple(resolution, resolution),
  hasBytes: fc.boolean(),
  hasDurations: fc.boolean(),
  requests: fc.array(
    fc.record({
      gapSeconds: fc.oneof(eighths(50), eighths(1)),
      seconds: fc.oneof(eighths(30), fc.constant(Number.NaN), fc.constant(0.0137)),
      isError: fc.boolean(),
    }),
    { maxLength: 200 },
  ),
  closed: fc.array(fc.nat(SPAN_SECONDS / 10 - 1), { maxLength: 5 }),
  cpu: fc.array(
    fc.record({ seconds: eighths(60), usedSeconds: eighths(9), isLost: fc.boolean() }),
    { maxLength: 100 },
  ),
  states: fc.array(
    fc.record({
      state: fc.constantFrom('running', 'runnable', 'blocked'),
      seconds: eighths(7).map((seconds) => seconds + 0.001),
    }),
    { maxLength: 200 },
  ),
})

const LENGTHS = { running: 'runLength', runnable: 'wakeToRun', blocked: 'blockedLength' } as const

function build(guests: readonly Guest[], windowSeconds: number): Observation[] {
  const builder = new ObservationBuilder({ windowSeconds, requestCoverage: 'as-told' })
  guests.forEach((each, index) => {
    addRequests(builder, `vm${index}`, each)
    addCpu(builder, `vm${index}`, each)
  })
  // A trace covers all domains, so a second one with a shorter life would be half covered.
  addSchedule(builder, 'traced', guests[0]!)
  return builder.finish().observations
}

function addRequests(builder: ObservationBuilder, domain: string, log: Guest): void {
  let at = ORIGIN
  const half = Math.floor(log.requests.length / 2)
  const files = [log.requests.slice(0, half), log.requests.slice(half)]
  files.forEach((requests, file) => {
    const resolution = log.resolutions[file]!
    const stream = builder.openRequests(domain, 'requests', resolution)
    for (const { gapSeconds, seconds, isError } of requests) {
      at += gapSeconds
      if (at >= ORIGIN + SPAN_SECONDS) break
      const stamp = resolution === 'second' ? Math.floor(at) : at
      const duration = log.hasDurations ? seconds : Number.NaN
      stream.add(stamp, duration, isError, log.hasBytes ? Math.round(at % 1000) : -1)
    }
    stream.close()
  })
  for (let index = 0; index < SPAN_SECONDS / 10; index++) {
    const from = ORIGIN + 10 * index
    if (!log.closed.includes(index))
      builder.coverRequests(domain, 'requests', from, from + 10, log.hasDurations)
  }
}

/** Covers each domain by itself, so that what is lost of one is not covered by another. */
const METER = { ...XENTOP_METER, watches: 'guest', joinSeconds: 0 } as const

function addCpu(builder: ObservationBuilder, domain: string, { cpu }: Guest): void {
  let at = ORIGIN
  for (const { seconds, usedSeconds, isLost } of cpu) {
    const from = at
    // A lost stretch is so long that a minute with it is not covered, at any length of the windows.
    at += isLost ? 130 : seconds
    if (isLost || seconds === 0) continue
    builder.addCpu(METER, domain, from, at, {
      usedSeconds,
      runnableWaitSeconds: null,
      blockedSeconds: usedSeconds / 3,
      dispatches: 7,
      ioCount: 1,
    })
    builder.coverCpu(METER, domain, from, at)
  }
}

function addSchedule(builder: ObservationBuilder, domain: string, { states }: Guest): void {
  const stream = builder.openSchedule(XENTRACE_METER, domain, ORIGIN)
  let at = 0
  for (const { state, seconds } of states) {
    stream.state(state, at, at + seconds)
    at += seconds
    stream.length(LENGTHS[state], at, seconds)
    if (state === 'runnable') {
      stream.length('preemptedWait', at, seconds / 2)
      stream.waitedBehind(seconds > 3 ? 'vm1' : 'idle', at, seconds)
      stream.dispatched(at)
    } else stream.continued(at)
  }
  builder.coverCpu(XENTRACE_METER, domain, ORIGIN, ORIGIN + at)
}

/** Merges into windows of one length, each domain apart. */
function roll(observations: readonly Observation[], windowSeconds: number): Observation[] {
  const groups = new Map<string, Observation[]>()
  for (const each of observations) {
    const index = Math.floor(each.windowStartEpochSeconds / windowSeconds)
    const key = `${each.domain} ${index}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].map((parts) => {
    const index = Math.floor(parts[0]!.windowStartEpochSeconds / windowSeconds)
    return mergeObservations(parts, {
      windowStartEpochSeconds: index * windowSeconds,
      windowSeconds,
    })
  })
}

/** Equal but for rounding: counts, texts and what is null exactly. */
function expectSame(actual: unknown, expected: unknown, path = ''): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    // Amounts by part are stored in millionths, and sixty of them make one of an hour.
    const tolerance = path.includes('usedByPart') ? 4e-5 : 1e-7 * Math.max(1, Math.abs(expected))
    if (!(Math.abs(actual - expected) <= tolerance)) expect(actual, path).toBe(expected)
  } else if (actual === null && path.includes('usedByPart')) {
    // The builder takes 95 % of a minute for all of it; seconds cannot tell whether it was as much.
  } else if (actual && expected && typeof actual === 'object' && typeof expected === 'object') {
    expect(Object.keys(actual).sort(), path).toEqual(Object.keys(expected).sort())
    for (const [key, value] of Object.entries(expected))
      expectSame((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
  } else expect(actual, path).toBe(expected)
}

describe('windows of 10 s that are merged', () => {
  test.each([60, 3600])('are what a builder gives in windows of %d s', (windowSeconds) => {
    fc.assert(
      fc.property(fc.array(guest, { minLength: 1, maxLength: 3 }), (guests) => {
        expectSame(roll(build(guests, 10), windowSeconds), build(guests, windowSeconds))
      }),
      { numRuns: 40 },
    )
  })

  test('give the same in one step as in several, and in any order', () => {
    fc.assert(
      fc.property(
        fc.array(guest, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(20, 30, 60, 120, 600),
        (guests, step) => {
          const short = build(guests, 10)
          const once = roll(short, 3600)
          expectSame(roll(roll(short, step), 3600), once)
          const backward = roll([...short].reverse(), 3600)
          expectSame(sorted(backward), sorted(once))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('leave a gap for each that is missing', () => {
    fc.assert(
      fc.property(guest, fc.nat(5), (one, missing) => {
        const short = build([{ ...one, closed: [] }], 10).filter(
          (each) => each.domain === 'vm0' && each.windowStartEpochSeconds < ORIGIN + 60,
        )
        const kept = short.filter((_, index) => index !== missing)
        const { requests } = roll(kept, 60)[0]!
        const arrivals = kept.reduce((sum, each) => sum + each.requests!.arrivals, 0)
        expect(requests).toMatchObject({ coveredSeconds: 50, arrivals })
        requests!.arrivalsByPart.forEach((part, second) => {
          expect(part === null).toBe(Math.floor(second / 10) === missing)
        })
      }),
    )
  })
})

function sorted(observations: readonly Observation[]): Observation[] {
  return [...observations].sort(
    (a, b) =>
      a.domain.localeCompare(b.domain) || a.windowStartEpochSeconds - b.windowStartEpochSeconds,
  )
}

const into = { windowStartEpochSeconds: ORIGIN, windowSeconds: 60 }
const one = (values: Partial<Observation>): Observation => ({
  domain: 'vm1',
  windowStartEpochSeconds: ORIGIN,
  windowSeconds: 10,
  requests: null,
  clientRequests: null,
  cpu: null,
  ...values,
})

/** A window of 10 s in which each tool saw its share of the time. */
function cpuOf(meter: typeof XENTOP_METER, from: number): Observation {
  const builder = new ObservationBuilder({ windowSeconds: 10 })
  const isTrace = meter === XENTRACE_METER
  if (isTrace) {
    const stream = builder.openSchedule(meter, 'vm1', from)
    stream.state('running', 0, 4)
    stream.length('runLength', 4, 4)
    stream.state('blocked', 4, 10)
  } else
    builder.addCpu(meter, 'vm1', from, from + 10, {
      usedSeconds: 2,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    })
  builder.coverCpu(meter, 'vm1', from, from + 10)
  return builder.finish().observations[0]!
}

describe('merging', () => {
  test('what was not observed stays not observed', () => {
    const later = one({ windowStartEpochSeconds: ORIGIN + 10 })
    expect(mergeObservations([one({}), later], into)).toEqual(one(into))
  })

  test('CPU times of several tools are added under the name of the least exact one', () => {
    const trace = cpuOf(XENTRACE_METER, ORIGIN)
    const top = cpuOf(XENTOP_METER, ORIGIN + 10)
    expect(mergeObservations([trace, top], into).cpu).toMatchObject({
      source: 'xentop',
      usedSeconds: 6,
      coveredSeconds: 20,
      runnableWaitSeconds: null,
    })
    expect(mergeObservations([trace, top], into).cpu!.schedule).toBeUndefined()
    const traces = [trace, cpuOf(XENTRACE_METER, ORIGIN + 20)]
    expect(mergeObservations(traces, into).cpu).toMatchObject({
      source: 'xentrace',
      schedule: { runLength: { count: 2, meanSeconds: 4 } },
    })
    const all = [SAR_METER, XENMON_METER].map((meter, i) => cpuOf(meter, ORIGIN + 30 + 10 * i))
    expect(mergeObservations([...traces, top, ...all], into).cpu!.source).toBe('sar')
  })

  test.each([
    ['several domains', [one({}), one({ domain: 'vm2', windowStartEpochSeconds: ORIGIN + 10 })]],
    ['nothing', []],
    ['windows that overlap', [one({}), one({ windowStartEpochSeconds: ORIGIN + 9 })]],
    ['an earlier window', [one({ windowStartEpochSeconds: ORIGIN - 10 })]],
    ['a later window', [one({ windowStartEpochSeconds: ORIGIN + 55 })]],
  ])('refuses %s', (_, parts) => {
    expect(() => mergeObservations(parts, into)).toThrow(RangeError)
  })

  test('refuses what was stored without sketches or counts', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    stream.add(ORIGIN + 1, 0.5, false, -1)
    stream.close()
    const whole = builder.finish().observations[0]!
    expect(mergeObservations([whole], into).requests).toMatchObject({ arrivals: 1 })
    const { sketch: _, ...duration } = whole.requests!.duration!
    const bare = { ...whole, requests: { ...whole.requests!, duration } }
    expect(() => mergeObservations([bare], into)).toThrow(/sketch/)
    const { secondCounts: __, ...uncounted } = whole.requests!
    expect(() => mergeObservations([{ ...whole, requests: uncounted }], into)).toThrow(/counts/)
  })

  test('refuses parts that would have to be divided', () => {
    const builder = new ObservationBuilder({ windowSeconds: 90 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    stream.add(ORIGIN + 1, 0.5, false, -1)
    stream.close()
    const { observations } = builder.finish()
    const longer = { windowStartEpochSeconds: ORIGIN, windowSeconds: 270 }
    expect(() => mergeObservations(observations, longer)).toThrow(/parts of 5 s/)
  })
})
