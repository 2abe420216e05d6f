import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reservation, TwinGuest } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { exponential, guest, poisson } from '../hosts.fixture.ts'

const rtds = { name: 'rtds' } as const
const run = { seed: 1, horizonSeconds: 42 }

const reservation = (periodMs: number, budgetMs: number, extraTime = false): Reservation => ({
  periodSeconds: periodMs / 1000,
  budgetSeconds: budgetMs / 1000,
  extraTime,
})

/** A task with a reservation of exactly its size, both starting at 0. */
function task(name: string, periodMs: number, executionMs: number, firstMs = 0): TwinGuest {
  return {
    name,
    reservation: reservation(periodMs, executionMs),
    realTime: {
      periodSeconds: periodMs / 1000,
      executionSeconds: executionMs / 1000,
      firstReleaseSeconds: firstMs / 1000,
    },
  }
}

const hog = (name: string, of?: Reservation): TwinGuest => ({ name, hogs: 1, reservation: of })
const play = (pCpus: number, guests: TwinGuest[], horizonSeconds = run.horizonSeconds) =>
  simulate({ pCpus, scheduler: rtds, guests }, { ...run, horizonSeconds }).domains
const shares = (pCpus: number, guests: TwinGuest[]) =>
  play(pCpus, guests).map(({ cpuShare }) => cpuShare)

describe('a budget', () => {
  test.each([
    [10, 4],
    [100, 70],
    [7, 1],
    [10, 10],
  ])('of %i ms / %i ms is enforced exactly although the pCPU idles', (periodMs, budgetMs) => {
    const [share] = shares(1, [hog('a', reservation(periodMs, budgetMs))])
    expect(share).toBeCloseTo(budgetMs / periodMs, 6)
  })

  test('defaults to 4 ms every 10 ms and extra time', () => {
    expect(shares(1, [hog('a'), hog('b', reservation(10, 5))])).toEqual([
      expect.closeTo(0.5, 6),
      expect.closeTo(0.5, 6),
    ])
  })

  test('is retained while the domain is idle: a job that arrives late in the period gets it at once', () => {
    const [domain] = play(1, [task('a', 10, 4, 6)])
    expect(domain!.deadlines!.missed).toBe(0)
    expect(domain!.stateSeconds.parked).toBe(0)
  })

  test('is lost at the end of the period', () => {
    // 8 ms of work every 40 ms in 4 ms of every 10: it waits for its second budget, although two
    // earlier periods went unused.
    const own = { ...task('a', 40, 8), reservation: reservation(10, 4) }
    const [domain] = play(1, [own])
    expect(domain!.stateSeconds.parked / run.horizonSeconds).toBeCloseTo(6 / 40, 6)
  })

  test('of two periods can be used at a stretch, as with a deferrable server', () => {
    const own = { ...task('a', 40, 8, 6), reservation: reservation(10, 4) }
    const [domain] = play(1, [own])
    expect(domain!.stateSeconds.parked).toBeCloseTo(0, 9)
  })
})

describe('extra time', () => {
  test('is what the reservations leave unused', () => {
    const guests = [hog('a', reservation(10, 3)), hog('b', reservation(7, 2, true))]
    expect(shares(1, guests)).toEqual([expect.closeTo(0.3, 6), expect.closeTo(0.7, 6)])
  })

  test('does not touch the reservations of others', () => {
    const guests = [task('a', 10, 3), task('b', 15, 9), hog('c', reservation(20, 2, true))]
    const [a, b, c] = play(1, guests)
    expect([a!.deadlines!.missed, b!.deadlines!.missed]).toEqual([0, 0])
    expect(c!.cpuShare).toBeCloseTo(0.1, 6)
  })

  test('makes a reservation less strict, as in Xen: its new budget preempts no other vCPU', () => {
    const job = (extraTime: boolean) => ({
      ...task('a', 10, 2),
      reservation: reservation(1, 0.23, extraTime),
    })
    const missed = (extraTime: boolean) =>
      play(1, [job(extraTime), hog('b', reservation(10, 4, true))])[0]!.deadlines!.missed
    expect(missed(false)).toBe(0)
    expect(missed(true)).toBeGreaterThan(1000)
  })

  test('is served level by level, so that equal reservations get equal parts', () => {
    const guests = ['a', 'b', 'c'].map((name) => hog(name, reservation(12, 1, true)))
    for (const share of shares(1, guests)) expect(share).toBeCloseTo(1 / 3, 2)
  })
})

/**
 * EDF on one pCPU in steps of a millisecond.
 * @returns when the first deadline is missed; null when none is
 */
function firstMissMs(tasks: [period: number, execution: number][], untilMs: number): number | null {
  const left = tasks.map(() => 0)
  for (let now = 0; now <= untilMs; now++) {
    for (const [index, [period, execution]] of tasks.entries()) {
      if (now % period !== 0) continue
      if (left[index]! > 0) return now
      left[index] = execution
    }
    let first = -1
    let earliest = Number.POSITIVE_INFINITY
    for (const [index, [period]] of tasks.entries()) {
      const deadline = (Math.floor(now / period) + 1) * period
      if (left[index]! > 0 && deadline < earliest) {
        first = index
        earliest = deadline
      }
    }
    if (first >= 0) left[first]!--
  }
  return null
}

const lcm = (values: number[]) =>
  values.reduce((a, b) => {
    let [x, y] = [a, b]
    while (y > 0) [x, y] = [y, x % y]
    return (a / x) * b
  }, 1)

const taskSets = fc
  .array(
    fc
      .constantFrom(4, 5, 6, 8, 10, 12, 15)
      .chain((period) => fc.tuple(fc.constant(period), fc.integer({ min: 1, max: period }))),
    { minLength: 1, maxLength: 4 },
  )
  .filter((tasks) => {
    const utilisation = tasks.reduce((sum, [period, execution]) => sum + execution / period, 0)
    return utilisation > 0.6 && utilisation < 1.3
  })

test('equals EDF on one pCPU: no miss up to utilisation 1, otherwise the same first miss', () => {
  fc.assert(
    fc.property(taskSets, (tasks) => {
      const periods = lcm(tasks.map(([period]) => period))
      const guests = tasks.map(([period, execution], index) => task(`t${index}`, period, execution))
      const missedUpTo = (ms: number) =>
        play(1, guests, ms / 1000).reduce((sum, { deadlines }) => sum + deadlines!.missed, 0)
      const first = firstMissMs(tasks, periods)
      const utilisation = tasks.reduce((sum, [period, execution]) => sum + execution / period, 0)
      expect(first === null).toBe(utilisation <= 1 + 1e-9)
      if (first === null) {
        expect(missedUpTo(periods)).toBe(0)
      } else {
        expect(missedUpTo(first - 0.5)).toBe(0)
        expect(missedUpTo(first)).toBeGreaterThan(0)
      }
    }),
    { numRuns: 300, seed: 7 },
  )
})

describe('on two pCPUs', () => {
  test('global EDF misses deadlines at low utilisation when a task needs nearly a pCPU (Dhall)', () => {
    const light = [task('a', 10, 1), task('b', 10, 1)]
    const [a, b, heavy] = play(2, [...light, task('heavy', 11, 10.5)])
    expect([a!.deadlines!.missed, b!.deadlines!.missed]).toEqual([0, 0])
    expect(heavy!.deadlines!.missed).toBeGreaterThan(0)
  })

  test('affinity makes it partitioned EDF, which misses none of them', () => {
    const pinned = (of: TwinGuest, p: number) => ({ ...of, affinity: [[p]] })
    const domains = play(2, [
      pinned(task('a', 10, 1), 0),
      pinned(task('b', 10, 1), 0),
      pinned(task('heavy', 11, 10.5), 1),
    ])
    expect(domains.map(({ deadlines }) => deadlines!.missed)).toEqual([0, 0, 0])
  })

  test('meets all deadlines within the bound of Goossens, Funk and Baruah: U <= m - (m - 1) u_max', () => {
    const set = [task('a', 10, 5), task('b', 12, 6), task('c', 20, 8)]
    for (const { deadlines } of play(2, set)) expect(deadlines!.missed).toBe(0)
  })
})

test('every vCPU and every pCPU is accounted for, whatever the reservations', () => {
  const hosts = fc.record({
    pCpus: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
    guests: fc.array(
      fc.record({
        periodMs: fc.integer({ min: 1, max: 30 }),
        part: fc.double({ min: 0.05, max: 1, noNaN: true }),
        extraTime: fc.boolean(),
        vCpus: fc.integer({ min: 1, max: 3 }),
        hogs: fc.integer({ min: 0, max: 1 }),
        rate: fc.integer({ min: 1, max: 200 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  fc.assert(
    fc.property(hosts, ({ pCpus, seed, guests }) => {
      const result = simulate(
        {
          pCpus,
          scheduler: rtds,
          guests: guests.map(({ periodMs, part, extraTime, rate, ...domain }, index) => ({
            ...guest(`vm${index}`, poisson(rate), exponential(0.004), domain),
            reservation: reservation(periodMs, periodMs * part, extraTime),
          })),
        },
        { seed, horizonSeconds: 2 },
      )
      const running = result.domains.reduce((sum, d) => sum + d.stateSeconds.running, 0)
      const busy = result.pCpus.reduce((sum, { busySeconds }) => sum + busySeconds, 0)
      expect(running).toBeCloseTo(busy, 9)
      for (const [index, { stateSeconds, cpuShare }] of result.domains.entries()) {
        const { part, periodMs, extraTime, vCpus } = guests[index]!
        const total = Object.values(stateSeconds).reduce((sum, value) => sum + value, 0)
        expect(total).toBeCloseTo(2 * vCpus, 9)
        // At most one budget in each period that has begun.
        const most = (vCpus * part * (2 + periodMs / 1000)) / 2
        if (!extraTime) expect(cpuShare).toBeLessThan(most + 1e-6)
      }
    }),
    { numRuns: 60, seed: 3 },
  )
})

test.each([
  ['a budget above the period', reservation(10, 11)],
  ['a budget of zero', reservation(10, 0)],
  ['a period below 10 microseconds', reservation(0.005, 0.005)],
])('rejects %s', (_, of) => {
  expect(() => play(1, [hog('a', of)])).toThrowError(
    expect.objectContaining({ code: 'invalid-number' }),
  )
})
