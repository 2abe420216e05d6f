import { describe, expect, test } from 'vitest'
import { XENMON_METER } from '../xenmon/xenmon-spec.ts'
import { XENTOP_METER } from '../xentop/xentop-spec.ts'
import { ObservationBuilder } from './observation-builder.ts'

const none = Number.NaN

/**
 * Deterministic exponential gaps: inverse transform of a low-discrepancy sequence, shuffled by
 * stride.
 */
function poissonTimes(count: number, rate: number): number[] {
  let at = 0
  let state = 12345
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    at += -Math.log(1 - state / 2 ** 31) / rate
    return at
  })
}

function requestsOf(times: number[], resolution: 'second' | 'microsecond', windowSeconds = 1000) {
  const builder = new ObservationBuilder({ windowSeconds })
  const stream = builder.openRequests('vm1', 'requests', resolution)
  for (const time of times) stream.add(time, none, false, -1)
  stream.close()
  return builder.finish()
}

const cv2 = (set: ReturnType<typeof requestsOf>) => {
  const { varianceSeconds2, meanSeconds } = set.observations[0]!.requests!.interArrival!
  return varianceSeconds2 / meanSeconds ** 2
}

describe('inter-arrival times', () => {
  const times = poissonTimes(20_000, 20)
  const even = Array.from({ length: 20_000 }, (_, i) => i / 20)

  test('sub-second time stamps give exact moments', () => {
    const set = requestsOf([0, 1.5, 2, 4], 'microsecond')
    expect(set.observations[0]!.requests!.interArrival).toEqual({
      count: 3,
      resolution: 'microsecond',
      meanSeconds: 4 / 3,
      varianceSeconds2: expect.closeTo(0.583_333, 5),
    })
  })

  test('whole seconds give the index of dispersion, which is 1 for Poisson and near 0 for even arrivals', () => {
    const whole = (list: number[]) => list.map(Math.floor)
    expect(cv2(requestsOf(times, 'microsecond'))).toBeCloseTo(1, 1)
    expect(cv2(requestsOf(whole(times), 'second'))).toBeGreaterThan(0.85)
    expect(cv2(requestsOf(whole(times), 'second'))).toBeLessThan(1.15)
    expect(cv2(requestsOf(whole(even), 'second'))).toBeLessThan(0.01)
    const pairs = whole(times.flatMap((time) => [time, time]))
    expect(cv2(requestsOf(pairs, 'second'))).toBeGreaterThan(1.7)
  })

  test('lines out of order, as servers write them, change nothing', () => {
    const shuffled = times.map((time, i) => ({ time, end: time + ((i * 7919) % 100) / 100 }))
    shuffled.sort((a, b) => a.end - b.end)
    const sorted = requestsOf(times, 'microsecond')
    const unsorted = requestsOf(
      shuffled.map(({ time }) => time),
      'microsecond',
    )
    expect(unsorted.notes).toEqual([])
    expect(cv2(unsorted)).toBeCloseTo(cv2(sorted), 9)
  })

  test('arrivals beyond the reorder buffer are counted and noted', () => {
    const set = requestsOf([...times, 0.001], 'microsecond')
    expect(set.observations.reduce((sum, o) => sum + o.requests!.arrivals, 0)).toBe(20_001)
    expect(set.notes.join()).toContain('1 requests of vm1')
  })

  test('a pause does not count as an inter-arrival time', () => {
    const set = requestsOf([0, 1, 50_000, 50_001], 'microsecond', 60)
    const gaps = set.observations.map((o) => o.requests!.interArrival!.meanSeconds)
    expect(gaps).toEqual([1, 1])
  })
})

describe('rotated files', () => {
  const times = poissonTimes(3000, 5)
  const files = [times.slice(0, 1000), times.slice(1000, 1700), times.slice(1700)]

  test.each(['second', 'microsecond'] as const)(
    'give the same statistics in any order (time stamps to the %s)',
    (resolution) => {
      const stamps = (list: number[]) => (resolution === 'second' ? list.map(Math.floor) : list)
      const read = (order: number[]) => {
        const builder = new ObservationBuilder({ windowSeconds: 60 })
        for (const i of order) {
          const stream = builder.openRequests('vm1', 'requests', resolution)
          for (const time of stamps(files[i]!)) stream.add(time, time % 1, false, 7)
          stream.close()
        }
        return builder.finish().observations.map((o) => o.requests!)
      }
      const whole = requestsOf(stamps(times), resolution, 60).observations.map((o) => o.requests!)
      const forward = read([0, 1, 2])
      const backward = read([2, 0, 1])
      forward.forEach((stats, i) => {
        const other = backward[i]!
        expect(other.arrivals).toBe(stats.arrivals)
        const gaps = stats.interArrival!
        for (const same of [other.interArrival!, whole[i]!.interArrival!]) {
          expect(same.count).toBe(gaps.count)
          expect(same.meanSeconds).toBeCloseTo(gaps.meanSeconds, 9)
          expect(same.varianceSeconds2).toBeCloseTo(gaps.varianceSeconds2, 9)
        }
        expect(other.duration!.meanSeconds).toBeCloseTo(stats.duration!.meanSeconds, 9)
        expect(other.duration!.p95Seconds).toBe(stats.duration!.p95Seconds)
      })
    },
  )

  test.each<[string, [from: number, to: number][], number]>([
    [
      'one file under two names',
      [
        [0, 3000],
        [0, 3000],
      ],
      3000,
    ],
    [
      'a log that was pulled again when it was longer',
      [
        [0, 1000],
        [0, 3000],
      ],
      1000,
    ],
    [
      'the same in the other order',
      [
        [0, 3000],
        [0, 1000],
      ],
      1000,
    ],
    [
      'pulls that overlap',
      [
        [0, 2000],
        [1000, 3000],
      ],
      1000,
    ],
    [
      'pulls that overlap, the later first',
      [
        [1000, 3000],
        [0, 2000],
      ],
      1000,
    ],
    [
      'rotated files',
      [
        [0, 1000],
        [1000, 3000],
      ],
      0,
    ],
  ])('count once what stands twice: %s', (_, parts, repeated) => {
    const builder = new ObservationBuilder({ windowSeconds: 60 })
    for (const [from, to] of parts) {
      const stream = builder.openRequests('vm1', 'requests', 'second')
      for (const time of times.slice(from, to)) stream.add(Math.floor(time), time % 1, false, 7)
      stream.close()
    }
    const { observations, notes } = builder.finish()
    const arrivals = observations.reduce((sum, { requests }) => sum + requests!.arrivals, 0)
    // A file may begin in the middle of a second, of which it then shares a part unseen.
    expect(Math.abs(arrivals - 3000)).toBeLessThan(20)
    const said = Number(/(\d+) requests of vm1 stand in two files/.exec(notes.join())?.[1] ?? 0)
    expect(Math.abs(said - repeated)).toBeLessThan(20)
  })

  test('are handed on once, too', () => {
    let handedOn = 0
    const alsoInto = {
      openRequests: () => ({ add: () => handedOn++, close: () => {} }),
    }
    const builder = new ObservationBuilder({ windowSeconds: 60, alsoInto })
    for (const part of [times.slice(0, 2000), times.slice(1000)]) {
      const stream = builder.openRequests('vm1', 'requests', 'second')
      for (const time of part) stream.add(Math.floor(time), time % 1, false, 7)
      stream.close()
    }
    const { observations } = builder.finish()
    const arrivals = observations.reduce((sum, { requests }) => sum + requests!.arrivals, 0)
    expect(handedOn).toBe(arrivals)
    expect(arrivals).toBeLessThan(3020)
  })

  test('of different servers of one domain add up', () => {
    const builder = new ObservationBuilder({ windowSeconds: 60 })
    for (const server of [0, 1]) {
      const stream = builder.openRequests('vm1', 'requests', 'second')
      for (const time of poissonTimes(3000, 5 + server))
        stream.add(Math.floor(time), time % 1, false, 7)
      stream.close()
    }
    const { observations, notes } = builder.finish()
    expect(observations.reduce((sum, { requests }) => sum + requests!.arrivals, 0)).toBe(6000)
    expect(notes.join()).toContain('cover the same time')
  })
})

describe('windows', () => {
  test('are doubled and merged when there are too many', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10, maxWindows: 8 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    for (let i = 0; i < 1000; i++) stream.add(i, (i % 10) / 1000, i % 100 === 0, i)
    stream.close()
    const amounts = {
      usedSeconds: 1,
      runnableWaitSeconds: 2,
      blockedSeconds: 3,
      dispatches: 4,
      ioCount: 5,
    }
    for (let i = 0; i < 1000; i++) builder.addCpu(XENMON_METER, 'vm1', i, i + 1, amounts)
    builder.coverCpu(XENMON_METER, 'vm1', 0, 1000)
    const set = builder.finish()
    expect(set).toMatchObject({ windowSeconds: 160, requestedWindowSeconds: 10 })
    expect(set.notes.join()).toContain('160 s long instead of 10 s')
    expect(set.observations).toHaveLength(7)
    const { requests, cpu, windowStartEpochSeconds } = set.observations[1]!
    expect(windowStartEpochSeconds).toBe(160)
    expect(requests).toMatchObject({ arrivals: 160, errors: 2, meanBytes: (160 + 319) / 2 })
    expect(requests!.duration!.meanSeconds).toBeCloseTo(0.0045, 9)
    expect(requests!.interArrival).toMatchObject({ meanSeconds: 1, varianceSeconds2: 0 })
    expect(cpu!.usedSeconds).toBeCloseTo(160, 6)
    expect(cpu!.ioCount).toBeCloseTo(800, 6)
    expect(cpu!.coveredSeconds).toBe(160)
  })

  test('keep quantiles within one per cent when they are merged, whatever the range', () => {
    const builder = new ObservationBuilder({ windowSeconds: 1, maxWindows: 1 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    // The second window's durations end at exactly one second, the sketch's bin number zero.
    for (let i = 1; i <= 1000; i++) stream.add(i / 1000, i / 1e6, false, -1)
    for (let i = 1; i <= 1000; i++) stream.add(1 + i / 1000, i / 1000, false, -1)
    stream.close()
    const { p50Seconds, p99Seconds, maxSeconds, minSeconds } =
      builder.finish().observations[0]!.requests!.duration!
    expect(minSeconds).toBe(1e-6)
    expect(maxSeconds).toBe(1)
    expect(p50Seconds).toBeGreaterThan(0.00098)
    expect(p50Seconds).toBeLessThan(0.00102)
    expect(p99Seconds / 0.98).toBeGreaterThan(0.99)
    expect(p99Seconds / 0.98).toBeLessThan(1.01)
  })

  test('start at the origin', () => {
    const builder = new ObservationBuilder({ windowSeconds: 30, originEpochSeconds: 1000.5 })
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    for (const time of [1000.4, 1000.5, 1030.4, 1030.5]) stream.add(time, none, false, -1)
    stream.close()
    const windows = builder
      .finish()
      .observations.map((o) => [o.windowStartEpochSeconds, o.requests!.arrivals])
    expect(windows).toEqual([
      [970.5, 1],
      [1000.5, 2],
      [1030.5, 1],
    ])
  })

  test('share an interval that crosses their boundary', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    const amounts = { usedSeconds: 1, runnableWaitSeconds: 2, blockedSeconds: null }
    builder.addCpu(XENTOP_METER, 'vm1', 9.25, 10.25, {
      ...amounts,
      dispatches: null,
      ioCount: null,
    })
    builder.coverCpu(XENTOP_METER, 'vm1', 9.25, 10.25)
    const cpus = builder.finish().observations.map((o) => o.cpu!)
    expect(cpus.map((cpu) => cpu.usedSeconds)).toEqual([0.75, 0.25])
    expect(cpus.map((cpu) => cpu.coveredSeconds)).toEqual([0.75, 0.25])
    expect(cpus[0]!.blockedSeconds).toBeNull()
  })

  test('of a file that overlaps an earlier one only adds what is new', () => {
    const amounts = {
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    }
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    for (const [from, to, step] of [
      [0, 60, 1],
      // Coarser steps, the first of which are known and one in part.
      [0, 120, 50],
    ] as const) {
      for (let at = from; at < to; at += step)
        builder.addCpu(XENTOP_METER, 'vm1', at, Math.min(to, at + step), {
          usedSeconds: 0.3 * (Math.min(to, at + step) - at),
          ...amounts,
        })
      builder.coverCpu(XENTOP_METER, 'vm1', from, to)
      builder.endFile()
    }
    const { observations, notes } = builder.finish()
    const seen = observations.map(({ cpu }) => [cpu!.coveredSeconds, cpu!.usedSeconds.toFixed(6)])
    expect(seen).toEqual(Array.from({ length: 12 }, () => [10, '3.000000']))
    expect(notes).toContain('Two xentop logs of vm1 cover the same 60 s: they count once.')
  })

  test('prefer xenmon where xentop watched too', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    const amounts = { runnableWaitSeconds: 0, blockedSeconds: 0, dispatches: 0, ioCount: 0 }
    builder.addCpu(XENTOP_METER, 'vm1', 0, 10, { usedSeconds: 1, ...amounts })
    builder.addCpu(XENMON_METER, 'vm1', 0, 10, { usedSeconds: 2, ...amounts })
    expect(builder.finish().observations[0]!.cpu).toMatchObject({
      source: 'xenmon',
      usedSeconds: 2,
    })
  })

  test('are refused for too many domains, so that memory stays bounded', () => {
    const builder = new ObservationBuilder({ windowSeconds: 10 })
    const open = () => {
      for (let i = 0; i < 2000; i++)
        builder.openRequests(`vm${i}`, 'requests', 'second').add(1e9, none, false, -1)
    }
    expect(open).toThrow(/1024 domains/)
  })

  test.each([0, -1, 0.5, Number.NaN])('cannot be %d seconds long', (windowSeconds) => {
    expect(() => new ObservationBuilder({ windowSeconds })).toThrow(/whole number/)
  })
})

describe('logs that cover more time than there are windows', () => {
  const amounts = {
    usedSeconds: 1,
    runnableWaitSeconds: null,
    blockedSeconds: null,
    dispatches: null,
    ioCount: null,
  }

  /** A request every five seconds, and a trace of some of that time. */
  function observe(logged: [from: number, to: number], traced: [from: number, to: number] | null) {
    const builder = new ObservationBuilder({ windowSeconds: 10, maxWindows: 100 })
    if (traced) {
      builder.addCpu(XENTOP_METER, 'vm1', ...traced, amounts)
      builder.coverCpu(XENTOP_METER, 'vm1', ...traced)
      builder.endFile()
    }
    const stream = builder.openRequests('vm1', 'requests', 'microsecond')
    for (let at = logged[0] + 0.5; at < logged[1]; at += 5) stream.add(at, 0.1, false, 7)
    stream.close()
    return builder.finish()
  }

  test.each<[string, [number, number]]>([
    ['in the midst', [20_000, 20_240]],
    ['at the end', [39_700, 39_940]],
    ['at the beginning', [40, 280]],
    ['after it', [50_000, 50_240]],
  ])('are looked at around the trace, %s, in windows as asked', (_, traced) => {
    const { windowSeconds, observations, notes } = observe([0, 40_000], traced)
    expect(windowSeconds).toBe(10)
    expect(observations.length).toBeGreaterThan(60)
    expect(observations.length).toBeLessThanOrEqual(100)
    const starts = observations.map((each) => each.windowStartEpochSeconds)
    for (let at = traced[0]; at < traced[1]; at += 10) expect(starts).toContain(at)
    for (const { windowStartEpochSeconds: at, requests } of observations.slice(1, -1))
      if (requests && at + 10 < 40_000)
        expect([at, requests.arrivals, requests.coveredSeconds]).toEqual([at, 2, 10])
    expect(notes.join()).toContain('around the CPU trace, is looked at in windows of 10 s')
  })

  test('have longer windows where the trace covers all of it, or there is none', () => {
    for (const traced of [null, [0, 4000] as [number, number]]) {
      const { windowSeconds, observations, notes } = observe([0, 4000], traced)
      expect(windowSeconds).toBe(40)
      expect(observations).toHaveLength(100)
      expect(notes.join()).toContain('Windows are 40 s long')
      expect(notes.join()).not.toContain('Only')
    }
  })

  test('have longer windows around a trace that is longer than they allow', () => {
    const { windowSeconds, observations } = observe([0, 10_000], [2000, 5000])
    expect(windowSeconds).toBe(40)
    const inside = observations.filter(({ cpu }) => cpu)
    expect(inside.reduce((sum, { cpu }) => sum + cpu!.coveredSeconds, 0)).toBe(3000)
    const whole = observations.filter(({ requests }) => requests?.coveredSeconds === 40)
    expect(whole.length).toBeGreaterThan(74)
    for (const { requests } of whole) expect(requests!.arrivals).toBe(8)
  })
})
