import { describe, expect, test } from 'vitest'
import type { Observation } from '../observation.ts'
import { LiveObserver, type LiveOptions, type LiveWindow } from './live-observer.ts'

/** A multiple of ten seconds, from which the times in these tests count. */
const START = 1_795_190_400
const SPEC = { syntax: 'apache', format: '%{usec}t %>s %D' } as const

function observe(options: Partial<LiveOptions> = {}) {
  const observer = new LiveObserver({
    windowSeconds: 10,
    graceSeconds: 10,
    keepSeconds: 60,
    fromEpochSeconds: START,
    ...options,
  })
  const windows = new Map<number, Observation[]>()
  return {
    observer,
    open: (at: number, domain = 'vm1') =>
      observer.openLog(domain, SPEC, { atEpochSeconds: START + at }),
    /** One line of a request. */
    say: (start: number, seconds = 0.01, domain = 'vm1') =>
      observer.logLines(domain, Buffer.from(lineOf(start, seconds))),
    /** A sign of life in every second. */
    live: (from: number, to: number, domain = 'vm1') => {
      for (let at = from; at <= to; at++) observer.logAlive(domain, START + at)
    },
    sample: (at: number, ...rows: [name: string, cpuSeconds: number, percent: number][]) =>
      observer.cpuSample(START + at, rows.map(rowOf).join('')),
    take: (now: number): LiveWindow[] => {
      const taken = observer.take(START + now)
      for (const { startEpochSeconds, observations } of taken)
        windows.set(startEpochSeconds - START, observations)
      return taken
    },
    requestsAt: (start: number, domain = 'vm1') =>
      windows.get(start)?.find((each) => each.domain === domain)?.requests ?? null,
    cpuAt: (start: number, domain = 'vm1') =>
      windows.get(start)?.find((each) => each.domain === domain)?.cpu ?? null,
  }
}

function lineOf(start: number, seconds: number): string {
  return `${Math.round((START + start) * 1e6)} 200 ${Math.round(seconds * 1e6)}\n`
}

function rowOf([name, cpuSeconds, percent]: [string, number, number]): string {
  return `  ${name} --b--- ${cpuSeconds} ${percent} 1 1.0 1 1.0 1 0\n`
}

const startsOf = (windows: readonly LiveWindow[]) =>
  windows.map(({ startEpochSeconds }) => startEpochSeconds - START)

describe('a log whose durations measure nothing', () => {
  const follow = (format: string) => {
    const observed = observe()
    observed.observer.openLog('vm1', { syntax: 'apache', format }, { atEpochSeconds: START })
    const say = (start: number, number: string) =>
      observed.observer.logLines('vm1', Buffer.from(`${(START + start) * 1e6} 200 ${number}\n`))
    return { ...observed, say }
  }

  test('in whole seconds has arrivals only, and says so', () => {
    const { say, live, take, requestsAt, observer } = follow('%{usec}t %>s %T')
    for (let at = 0; at < 10; at++) say(at, at === 5 ? '1' : '0')
    live(1, 20)
    take(30)
    expect(requestsAt(0)).toMatchObject({ arrivals: 10, duration: null, completions: null })
    expect(observer.lineCounts('vm1')!.untimed).toBe('too-coarse')
  })

  test('so far is corrected by the first with a fraction', () => {
    const { say, live, take, requestsAt, observer } = follow('%{usec}t %>s %{ms}T')
    for (let at = 0; at < 10; at++) say(at, '0')
    live(1, 20)
    take(20)
    expect(requestsAt(0)).toMatchObject({ duration: null })
    say(12, '7')
    live(21, 31)
    take(31)
    expect(requestsAt(0)!.duration).toMatchObject({ count: 10, maxSeconds: 0 })
    expect(requestsAt(10)!.duration).toMatchObject({ count: 1, meanSeconds: 0.007 })
    expect(observer.lineCounts('vm1')!.untimed).toBeNull()
  })

  test('not logged at all', () => {
    const { say, observer } = follow('%{usec}t %>s %b')
    say(1, '1300')
    expect(observer.lineCounts('vm1')!.untimed).toBe('not-logged')
  })
})

test('a log of JSON lines can be followed', () => {
  const { observer, live, take, requestsAt } = observe()
  const json = {
    time: { path: ['ts'], form: 's', edge: 'end', hasOffset: true },
    resolution: 'millisecond',
    duration: { path: ['took'], unitsPerSecond: 1e3 },
    status: ['status'],
  } as const
  const spec = { syntax: 'json', format: '{"ts"}', json } as never
  observer.openLog('vm1', spec, { atEpochSeconds: START })
  observer.logLines('vm1', Buffer.from(`{"ts":${START + 3}.5,"took":250,"status":200}\n`))
  live(1, 20)
  take(30)
  expect(requestsAt(0)).toMatchObject({ arrivals: 1, duration: { meanSeconds: 0.25 } })
})

describe('a log that is followed', () => {
  test('and says nothing has had no requests; without a connection nothing is known', () => {
    const { open, live, observer, take, requestsAt } = observe()
    open(0)
    live(1, 24)
    observer.logLost('vm1', START + 24)
    take(60)
    const nothing = {
      arrivals: 0,
      errors: 0,
      completions: { count: 0, errors: 0 },
      interArrival: null,
      duration: null,
    }
    expect(requestsAt(0)).toMatchObject({
      ...nothing,
      coveredSeconds: 10,
      arrivalsByPart: new Array(10).fill(0),
    })
    expect(requestsAt(20)).toMatchObject({
      ...nothing,
      coveredSeconds: 4,
      arrivalsByPart: [0, 0, 0, 0, null, null, null, null, null, null],
    })
    expect(requestsAt(30)).toBeNull()
  })

  test('gives each window once, after its grace, and again when a request of it ends later', () => {
    const { open, say, live, take, requestsAt } = observe()
    open(0)
    say(1)
    live(1, 19)
    expect(take(19)).toEqual([])
    expect(startsOf(take(20))).toEqual([0])
    expect(take(20.5)).toEqual([])
    say(9, 14)
    live(20, 30)
    expect(startsOf(take(30))).toEqual([0, 10])
    expect(requestsAt(0)).toMatchObject({ arrivals: 2, completions: { count: 1 } })
    expect(requestsAt(0)!.interArrival).toMatchObject({ count: 1, meanSeconds: 8 })
    live(31, 40)
    take(40)
    expect(requestsAt(20)).toMatchObject({ arrivals: 0, completions: { count: 1 } })
  })

  test('corrects the gap to the next request where a late one came before it', () => {
    const { open, say, live, take, requestsAt } = observe()
    open(0)
    for (const start of [5, 12]) say(start)
    live(1, 40)
    take(40)
    expect(requestsAt(10)!.interArrival!.meanSeconds).toBeCloseTo(7, 6)
    say(9, 30)
    expect(startsOf(take(41))).toEqual([0, 10])
    expect(requestsAt(10)!.interArrival!.meanSeconds).toBeCloseTo(3, 6)
  })

  test('fills the gap of a lost connection when it says again what it holds', () => {
    const { open, say, live, observer, take, requestsAt } = observe()
    open(0)
    for (const start of [3, 8, 12]) say(start)
    live(1, 15)
    observer.logLost('vm1', START + 15)
    take(40)
    expect(requestsAt(10)).toMatchObject({ arrivals: 1, coveredSeconds: 5 })
    expect(requestsAt(20)).toBeNull()
    open(40)
    for (const start of [8, 12, 18, 24]) say(start)
    live(41, 42)
    expect(startsOf(take(42))).toEqual([10, 20])
    expect(requestsAt(0)).toMatchObject({ arrivals: 2 })
    expect(requestsAt(10)).toMatchObject({ arrivals: 2, coveredSeconds: 10 })
    expect(requestsAt(20)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    expect(observer.lineCounts('vm1')).toMatchObject({ accepted: 5, repeated: 2 })
  })

  test('fills no gap when it is lost again before all that it holds has come', () => {
    const { open, say, live, observer, take, requestsAt } = observe()
    open(0)
    live(1, 10)
    observer.logLost('vm1', START + 10)
    open(40)
    say(5)
    observer.logLost('vm1', START + 41)
    take(60)
    expect(requestsAt(0)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    for (const start of [10, 20, 30]) expect(requestsAt(start)).toBeNull()
  })

  test('leaves the gap that what it holds does not reach', () => {
    const { open, say, live, observer, take, requestsAt } = observe()
    open(0)
    live(1, 10)
    observer.logLost('vm1', START + 10)
    open(30)
    say(24, 2)
    live(30, 40)
    take(50)
    expect(requestsAt(10)).toBeNull()
    expect(requestsAt(20)).toMatchObject({ arrivals: 1, coveredSeconds: 4 })
  })

  test('whose stamps are whole seconds is known from the second after its first line on', () => {
    const { live, observer, take, requestsAt } = observe()
    const spec = { syntax: 'apache', format: '%{sec}t %>s %D' } as const
    observer.openLog('vm1', spec, { atEpochSeconds: START + 30 })
    observer.logLines(
      'vm1',
      Buffer.from([13, 13, 15].map((at) => `${START + at} 200 0\n`).join('')),
    )
    live(30, 40)
    take(40)
    expect(requestsAt(10)).toMatchObject({
      arrivals: 3,
      coveredSeconds: 6,
      arrivalsByPart: [null, null, null, null, 0, 1, 0, 0, 0, 0],
    })
  })

  test('that is known to have lived only later completes the windows that were taken', () => {
    const { open, live, take, requestsAt } = observe()
    open(0)
    live(1, 5)
    take(20)
    expect(requestsAt(0)).toMatchObject({ coveredSeconds: 5 })
    live(6, 12)
    expect(startsOf(take(21))).toEqual([0])
    expect(requestsAt(0)).toMatchObject({ coveredSeconds: 10 })
  })

  test('is read from the asked moment on, however long ago that is', () => {
    const { open, say, live, observer, take, requestsAt } = observe()
    open(600)
    for (const start of [-20, 5, 300]) say(start)
    live(601, 602)
    const windows = take(602)
    expect(startsOf(windows)).toEqual(Array.from({ length: 59 }, (_, index) => 10 * index))
    expect(requestsAt(0)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    expect(requestsAt(300)).toMatchObject({ arrivals: 1 })
    expect(observer.lineCounts('vm1')).toMatchObject({ accepted: 2, tooOld: 1 })
  })

  test('counts lines that cannot be read, and those of no time', () => {
    const { open, say, live, observer, take, requestsAt } = observe()
    open(0)
    observer.logLines('vm1', Buffer.from('nonsense\n\n'))
    observer.logLines('vm1', Buffer.from(`${'x'.repeat(70_000)}\n`))
    say(5000)
    say(1)
    live(1, 20)
    take(20)
    expect(requestsAt(0)).toMatchObject({ arrivals: 1 })
    expect(observer.lineCounts('vm1')).toMatchObject({
      accepted: 1,
      rejected: 3,
      lastRejected: { line: 4, reason: 'the time is in the future, or none' },
    })
    expect(observer.lineCounts('vm2')).toBeUndefined()
  })

  test('may have a clock of its own', () => {
    const { say, live, observer, take, requestsAt } = observe()
    observer.openLog('vm1', SPEC, { atEpochSeconds: START, logMinusOursSeconds: 3 })
    say(5)
    say(11)
    live(1, 20)
    take(20)
    expect(requestsAt(0)!.arrivalsByPart).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
  })

  test('is not moved by less than its stamps can show, whatever each connection measures', () => {
    const { live, observer, take, requestsAt } = observe()
    const spec = { syntax: 'apache', format: '%{sec}t %>s %D' } as const
    const openFor = (seconds: number[], logMinusOursSeconds: number) => {
      observer.openLog('vm1', spec, { atEpochSeconds: START + seconds[0]!, logMinusOursSeconds })
      for (const at of seconds) observer.logLines('vm1', Buffer.from(`${START + at} 200 0\n`))
      live(seconds[0]!, seconds.at(-1)! + 1)
      observer.logLost('vm1', START + seconds.at(-1)! + 1)
    }
    openFor([0, 5, 10, 15], 0.004)
    openFor([16, 20, 25], -0.004)
    take(50)
    expect([0, 10, 20].map((start) => requestsAt(start)!.arrivals)).toEqual([2, 3, 2])
  })

  test('leaves a gap where no sign of life came for long', () => {
    const { open, observer, take, requestsAt } = observe()
    open(0)
    for (const at of [10, 50]) observer.logAlive('vm1', START + at)
    take(60)
    expect(requestsAt(0)).toMatchObject({ arrivals: 0, coveredSeconds: 10 })
    for (const start of [10, 20, 30, 40]) expect(requestsAt(start)).toBeNull()
  })

  test('is ignored while it is not open', () => {
    const { say, live, observer, take } = observe()
    say(1)
    live(0, 20)
    observer.logLost('vm1', START)
    expect(take(30)).toEqual([])
  })

  test('throws for a format that cannot be read', () => {
    const { observer } = observe()
    const spec = { syntax: 'apache', format: '%h' } as const
    expect(() => observer.openLog('vm1', spec, { atEpochSeconds: START })).toThrow(/no time/)
  })
})

describe('samples of the CPU', () => {
  test('cover the time since the one before, also one that comes late', () => {
    const { sample, take, cpuAt } = observe()
    sample(0, ['vm1', 5, 0])
    sample(10, ['vm1', 7, 20])
    take(36)
    sample(24, ['vm1', 14, 50])
    expect(startsOf(take(50))).toEqual([10, 20])
    expect(cpuAt(0)).toMatchObject({ source: 'xentop', usedSeconds: 2, coveredSeconds: 10 })
    expect(cpuAt(10)).toMatchObject({ usedSeconds: 5, coveredSeconds: 10 })
    expect(cpuAt(20)).toMatchObject({ usedSeconds: 2, coveredSeconds: 4 })
    expect(cpuAt(30)).toBeNull()
  })

  test('say nothing of a domain that appears, disappears or begins anew', () => {
    const { sample, take, cpuAt } = observe()
    sample(5, ['vm1', 5, 0], ['vm2', 90, 0])
    sample(15, ['vm1', 6, 10], ['vm2', 91, 10], ['vm3', 0, 0])
    sample(25, ['vm1', 7, 10], ['vm2', 1, 0], ['vm3', 2, 20])
    sample(35, ['vm2', 2, 10], ['vm3', 4, 20])
    take(50)
    expect(cpuAt(10, 'vm1')).toMatchObject({ usedSeconds: 1, coveredSeconds: 10 })
    expect(cpuAt(20, 'vm1')).toMatchObject({ usedSeconds: 0.5, coveredSeconds: 5 })
    expect(cpuAt(30, 'vm1')).toBeNull()
    expect(cpuAt(0, 'vm3')).toBeNull()
    expect(cpuAt(10, 'vm3')).toMatchObject({ usedSeconds: 1, coveredSeconds: 5 })
    expect(cpuAt(20, 'vm3')).toMatchObject({ usedSeconds: 2, coveredSeconds: 10 })
    expect(cpuAt(10, 'vm2')).toMatchObject({ usedSeconds: 0.5, coveredSeconds: 5 })
    expect(cpuAt(20, 'vm2')).toMatchObject({ usedSeconds: 0.5, coveredSeconds: 5 })
  })

  test('say nothing of two domains with one name, and count what is no row', () => {
    const { observer, sample, take, cpuAt } = observe()
    sample(0, ['vm1', 5, 0], ['vm2', 1, 0])
    sample(10, ['vm1', 6, 10], ['vm1', 0, 0], ['vm2', 2, 10])
    sample(20, ['vm1', 7, 10], ['vm2', 3, 10])
    observer.cpuSample(START + 30, 'cut of')
    take(60)
    expect(cpuAt(0)).toBeNull()
    expect(cpuAt(10)).toBeNull()
    expect(cpuAt(10, 'vm2')).toMatchObject({ usedSeconds: 1 })
    expect(cpuAt(20, 'vm2')).toBeNull()
    expect(observer.rejectedCpuRows).toBe(1)
  })

  test('leave a gap where xentop was lost, and where the clock jumped', () => {
    const { observer, sample, take, cpuAt } = observe()
    sample(0, ['vm1', 1, 0])
    sample(10, ['vm1', 2, 10])
    observer.cpuLost()
    sample(20, ['vm1', 3, 0])
    sample(30, ['vm1', 4, 10])
    sample(25, ['vm1', 5, 10])
    sample(35, ['vm1', 6, 10])
    sample(45, ['vm1', 7, 10])
    sample(80, ['vm1', 8, 10])
    sample(90, ['vm1', 9, 10])
    take(110)
    const covered = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90].map(
      (start) => cpuAt(start)?.coveredSeconds ?? null,
    )
    expect(covered).toEqual([10, null, 10, 5, 5, null, null, null, 10, null])
    expect(cpuAt(20)).toMatchObject({ usedSeconds: 1 })
  })
})

describe('the clock', () => {
  test('may jump forward: what came before is still given, and the time between is a gap', () => {
    const { open, say, live, sample, take, requestsAt, cpuAt } = observe()
    open(0)
    say(1)
    live(1, 12)
    sample(0, ['vm1', 1, 0])
    sample(10, ['vm1', 2, 10])
    take(12)
    const jump = 400_000
    live(jump, jump + 30)
    sample(jump, ['vm1', 3, 10])
    sample(jump + 10, ['vm1', 4, 10])
    say(jump + 1)
    expect(startsOf(take(jump + 30))).toEqual([0, 10, jump, jump + 10])
    expect(requestsAt(0)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    expect(requestsAt(10)).toMatchObject({ arrivals: 0, coveredSeconds: 2 })
    expect(requestsAt(jump)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    expect(cpuAt(jump)).toMatchObject({ coveredSeconds: 10 })
  })

  test('may jump backward: the next whole window is the first of another time', () => {
    const jump = -400_000
    const { observer, open, say, live, sample, take, requestsAt, cpuAt } = observe()
    open(0)
    live(1, 30)
    say(1)
    sample(0, ['vm1', 1, 0])
    sample(10, ['vm1', 2, 10])
    take(30)
    expect(take(jump + 1)).toEqual([])
    live(jump + 1, jump + 30)
    say(jump + 12)
    for (const at of [0, 10, 20]) sample(jump + at, ['vm1', 3, 10])
    expect(startsOf(take(jump + 30))).toEqual([jump + 10])
    expect(requestsAt(jump + 10)).toMatchObject({ arrivals: 1, coveredSeconds: 10 })
    expect(requestsAt(jump + 10)!.interArrival).toBeNull()
    expect(cpuAt(jump + 10)).toMatchObject({ usedSeconds: 1, coveredSeconds: 10 })
    // What is too old is forgotten by the new time.
    live(jump + 31, jump + 200)
    for (let now = jump + 31; now <= jump + 200; now++) take(now)
    say(jump + 15, 100)
    expect(observer.lineCounts('vm1')).toMatchObject({ tooOld: 1 })
  })
})

test('what is older than what is kept is forgotten, and a request from then is counted as such', () => {
  const { open, say, live, take, observer } = observe()
  open(0)
  for (let now = 1; now <= 200; now++) {
    live(now, now)
    say(now - 0.5)
    take(now)
  }
  say(20, 175)
  say(20, 1)
  expect(observer.lineCounts('vm1')).toMatchObject({
    accepted: 201,
    beganTooEarly: 1,
    tooOld: 1,
  })
  live(201, 210)
  const again = take(210)
  expect(startsOf(again)).toEqual([190])
  expect(again[0]!.observations[0]!.requests!.completions).toEqual({ count: 11, errors: 0 })
})

describe('what is told beside the observations', () => {
  test('are the arrivals of each window, in order', () => {
    const { open, live, say, take } = observe()
    open(0)
    say(12.5, 0.1)
    say(11, 4)
    say(9, 0.1)
    live(1, 30)
    const windows = take(30)
    const arrivals = windows.map((window) =>
      window.arrivals.map((each) => [
        each.domain,
        each.resolution,
        each.startsEpochSeconds.map((start) => start - START),
      ]),
    )
    expect(arrivals).toEqual([[['vm1', 'microsecond', [9]]], [['vm1', 'microsecond', [11, 12.5]]]])
  })

  test('what another tool measured replaces xentop where it saw all of a window', () => {
    const { sample, take, cpuAt, observer } = observe()
    for (let at = 0; at <= 30; at += 10) sample(at, ['vm1', at, 50])
    take(40)
    const cpu = { ...cpuAt(10)!, source: 'xentrace', usedSeconds: 4.9, runnableWaitSeconds: 2 }
    const measured = (start: number, coveredSeconds: number) => ({
      domain: 'vm1',
      windowStartEpochSeconds: START + start,
      windowSeconds: 10,
      requests: null,
      clientRequests: null,
      cpu: { ...cpu, coveredSeconds },
    })
    observer.cpuMeasured([measured(10, 10), measured(20, 7)])
    expect(startsOf(take(41))).toEqual([10])
    expect(cpuAt(10)).toEqual({ ...cpu, coveredSeconds: 10 })
    expect(cpuAt(20)?.source).toBe('xentop')
  })
})

test('with more requests than are kept, the oldest windows that were taken are forgotten', () => {
  const { open, live, say, take, requestsAt } = observe({ maxKeptRequests: 100, keepSeconds: 1000 })
  open(0)
  for (let number = 0; number < 400; number++) {
    const at = number / 10
    say(at)
    if (number % 10 === 9) {
      live(at - 1, at)
      take(at)
    }
  }
  say(1) // its window is forgotten, although it is younger than 1000 s
  take(60)
  expect(requestsAt(0)?.arrivals).toBe(100)
  expect(requestsAt(20)?.arrivals).toBe(100)
})
