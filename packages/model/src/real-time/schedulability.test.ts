import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schedulability } from './schedulability.ts'
import type { RealTimeDomain } from './schedulability-placement.ts'
import { suppliedUs } from './schedulability-reservation.ts'

const task = (name: string, periodMs: number, executionMs: number, pCpu?: number) => ({
  name,
  periodSeconds: periodMs / 1000,
  executionSeconds: executionMs / 1000,
  ...(pCpu === undefined ? {} : { pCpu }),
})

test("the paper's T(100,70) twice fits two pCPUs, apart or under global EDF", () => {
  const found = schedulability({ pCpus: 2, realTime: [task('a', 100, 70), task('b', 100, 70)] })
  expect(found.schedulable).toBe(true)
  expect(found.pCpus.map(({ realTime }) => realTime)).toEqual([['a'], ['b']])
  expect(found.utilisation).toBeCloseTo(1.4, 9)
  expect(found.globalEdf).toEqual({ bound: 2, guaranteed: true })
})

test('global EDF guarantees less than separate pCPUs once domains have to share', () => {
  const realTime = [task('a', 100, 70), task('b', 100, 35), task('c', 100, 35)]
  const found = schedulability({ pCpus: 2, realTime })
  expect(found.schedulable).toBe(true)
  // m - (m - 1) u_max = 2 - 0.7
  expect(found.globalEdf.bound).toBeCloseTo(1.3, 9)
  expect(found.globalEdf.guaranteed).toBe(false)
})

test('utilisation 1 fits and slightly more does not, with the figures', () => {
  const two = (executionMs: number) =>
    schedulability({ pCpus: 1, realTime: [task('a', 10, 5), task('b', 20, executionMs)] })
  expect(two(10).schedulable).toBe(true)
  expect(two(10.1)).toMatchObject({
    schedulable: false,
    verdict: { code: 'too-much', utilisation: expect.closeTo(1.005, 12), pCpus: 1 },
  })
})

test('a third T(100,70) does not fit two pCPUs', () => {
  const realTime = ['a', 'b', 'c'].map((name) => task(name, 100, 70))
  const { schedulable, verdict } = schedulability({ pCpus: 2, realTime })
  expect(schedulable).toBe(false)
  expect(verdict).toEqual({ code: 'too-much', utilisation: expect.closeTo(2.1, 12), pCpus: 2 })
})

describe('placement', () => {
  const places = (pCpus: number, realTime: RealTimeDomain[]) =>
    schedulability({ pCpus, realTime }).pCpus.map((of) => of.realTime)

  test('keeps given placements and fills the emptiest pCPU', () => {
    expect(places(2, [task('a', 10, 2, 1), task('b', 10, 1, 1), task('c', 10, 5)])).toEqual([
      ['c'],
      ['a', 'b'],
    ])
  })

  test('finds a division that filling the emptiest pCPU misses', () => {
    const halves = [task('a', 10, 5), task('b', 10, 5)]
    const thirds = ['c', 'd', 'e'].map((name) => task(name, 9, 3))
    const found = schedulability({ pCpus: 2, realTime: [...halves, ...thirds] })
    expect(found.schedulable).toBe(true)
  })

  test('does not move a domain that was pinned to a full pCPU', () => {
    const realTime = [task('a', 100, 70, 0), task('b', 100, 70, 0)]
    const { schedulable, pCpus } = schedulability({ pCpus: 2, realTime })
    expect(schedulable).toBe(false)
    expect(pCpus.map(({ fits }) => fits)).toEqual([false, true])
  })
})

describe('reservations for RTDS', () => {
  /**
   * The least supply of budgets in any span over all their placements, a microsecond at a time.
   */
  function leastSupply(period: number, budget: number, span: number): number {
    // Early in the first period and as late as possible in all others: no placement supplies less.
    const periods = 3 + Math.ceil(span / period)
    const given = Array.from({ length: periods * period }, (_, at) => {
      const into = at % period
      return at < period ? into < budget : into >= period - budget
    })
    let least = Number.POSITIVE_INFINITY
    for (let begin = 0; begin <= 2 * period; begin++) {
      least = Math.min(least, given.slice(begin, begin + span).filter(Boolean).length)
    }
    return least
  }

  test('rely on the guaranteed supply of a budget', () => {
    const cases = fc
      .integer({ min: 2, max: 12 })
      .chain((period) =>
        fc.tuple(
          fc.constant(period),
          fc.integer({ min: 1, max: period }),
          fc.integer({ min: 1, max: 40 }),
        ),
      )
    fc.assert(
      fc.property(cases, ([period, budget, span]) => {
        expect(suppliedUs(period, budget, span)).toBe(leastSupply(period, budget, span))
      }),
      { numRuns: 300, seed: 5 },
    )
  })

  /**
   * Simulates RTDS on one pCPU tick by tick: a budget is retained while its domain demands nothing
   * and expires at the end of the period. Returns each domain's shortfall against the supply that
   * the analysis relies on, over all its periods.
   */
  function shortOf(
    domains: readonly { period: number; budget: number; phase: number; wants: boolean[] }[],
    ticks: number,
  ): number {
    const left = domains.map(() => 0)
    const wantedSince = domains.map(() => -1)
    const gotSince = domains.map(() => 0)
    let short = 0
    for (let now = 0; now <= ticks; now++) {
      for (const [index, { period, budget, phase, wants }] of domains.entries()) {
        const into = (now + phase) % period
        if (into === 0) {
          const since = wantedSince[index]!
          // Demand lasts from z to the end of the period, for which B - z is guaranteed.
          const counted = since < 0 || now < period ? 0 : budget - since
          short = Math.max(short, counted - gotSince[index]!)
          left[index] = budget
          wantedSince[index] = -1
        }
        if (!wants[now % wants.length]) wantedSince[index] = -1
        else if (wantedSince[index]! < 0) [wantedSince[index], gotSince[index]] = [into, 0]
      }
      const due = ({ period, phase }: { period: number; phase: number }) =>
        period - ((now + phase) % period)
      const ready = [...domains.keys()].filter(
        (index) => wantedSince[index]! >= 0 && left[index]! > 0,
      )
      ready.sort((a, b) => due(domains[a]!) - due(domains[b]!))
      const [first] = ready
      if (first === undefined) continue
      left[first]!--
      gotSince[first]!++
    }
    return short
  }

  const wants = fc
    .array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 12 })
    .map((runs) => runs.flatMap(([on, length]) => Array.from({ length }, () => on)))

  test('with one period supply what is guaranteed, for all phases and times of demand', () => {
    const sets = fc.integer({ min: 2, max: 10 }).chain((period) =>
      fc.array(
        fc.record({
          period: fc.constant(period),
          budget: fc.integer({ min: 1, max: period }),
          phase: fc.integer({ min: 0, max: period - 1 }),
          wants,
        }),
        { minLength: 2, maxLength: 4 },
      ),
    )
    fc.assert(
      fc.property(sets, (domains) => {
        const { period } = domains[0]!
        fc.pre(domains.reduce((sum, { budget }) => sum + budget, 0) <= period)
        expect(shortOf(domains, 300)).toBe(0)
      }),
      { numRuns: 300, seed: 3 },
    )
  })

  test('with unequal periods do not, at the same total utilisation', () => {
    const always = { period: 4, budget: 2, phase: 0, wants: [true] }
    const late = { period: 10, budget: 5, phase: 3, wants: [] as boolean[] }
    late.wants = Array.from({ length: 20 }, (_, now) => (now + late.phase) % 10 >= 5)
    expect(shortOf([always, late], 300)).toBeGreaterThan(0)
  })

  test('have one period where they share a pCPU and fit together', () => {
    const realTime = [task('a', 10, 5.9), task('b', 50, 16)]
    const { reservations } = schedulability({ pCpus: 1, realTime })
    expect(reservations.map(({ periodUs, anyPhase }) => [periodUs, anyPhase])).toEqual([
      [1000, true],
      [1000, true],
    ])
    expect(reservations[0]!.budgetUs + reservations[1]!.budgetUs).toBeLessThanOrEqual(1000)
  })

  test('are the smallest that hold for any phase', () => {
    const { reservations } = schedulability({ pCpus: 1, realTime: [task('a', 100, 70)] })
    const { periodUs, budgetUs, anyPhase } = reservations[0]!
    expect(anyPhase).toBe(true)
    expect(periodUs).toBe(10_000)
    expect(suppliedUs(periodUs, budgetUs, 100_000)).toBeGreaterThanOrEqual(70_000)
    expect(suppliedUs(periodUs, budgetUs - 1, 100_000)).toBeLessThan(70_000)
  })

  test('equal period and execution time where there is no room for more, with a remark', () => {
    const { reservations, remarks } = schedulability({
      pCpus: 1,
      realTime: [task('a', 100, 70), task('b', 50, 14)],
    })
    expect(reservations).toEqual([
      { name: 'a', periodUs: 100_000, budgetUs: 70_000, anyPhase: false },
      { name: 'b', periodUs: 50_000, budgetUs: 14_000, anyPhase: false },
    ])
    expect(remarks).toContainEqual({ code: 'one-phase', domains: ['a', 'b'] })
  })
})

describe('a cpupool under RTDS', () => {
  const poolOf = (pCpus: number, realTime: RealTimeDomain[]) =>
    schedulability({ pCpus, realTime }).pool
  const some = (count: number, executionMs: number) =>
    Array.from({ length: count }, (_, index) => task(`rt${index}`, 100, executionMs))

  test('is the last pCPU where one suffices, with reservations of one period', () => {
    const pool = poolOf(4, [task('a', 100, 30), task('b', 20, 6)])
    expect(pool!.pCpus).toEqual([3])
    expect(pool!.reservations.map(({ periodUs, anyPhase }) => [periodUs, anyPhase])).toEqual([
      [2000, true],
      [2000, true],
    ])
  })

  test('has no more pCPUs than domains, whatever global EDF needs', () => {
    // 1.45 > m - 0.73 (m - 1) up to m = 2; by that bound three pCPUs would be needed.
    const pool = poolOf(3, some(2, 70))
    expect(pool!.pCpus).toEqual([1, 2])
    expect(pool!.reservations.every(({ anyPhase }) => anyPhase)).toBe(true)
  })

  test('is as large as global EDF needs in between, without a guarantee for any phase', () => {
    const found = schedulability({ pCpus: 8, realTime: some(5, 30) })
    // Five of 33 %: 1.67 <= 2 - 0.33 just fails with budgets for any phase, 3 - 0.67 holds.
    expect(found.pool!.pCpus).toEqual([5, 6, 7])
    expect(found.pool!.reservations.some(({ anyPhase }) => anyPhase)).toBe(false)
    expect(found.remarks).toContainEqual(
      expect.objectContaining({ code: 'one-phase-in-pool', pCpus: 3 }),
    )
  })

  test('leaves a pCPU to the others and is null for a set that does not fit', () => {
    expect(poolOf(2, some(2, 70))).toBeNull()
    expect(poolOf(1, some(1, 10))).toBeNull()
    expect(poolOf(3, some(4, 80))).toBeNull()
  })
})

test('a domain of several vCPUs has no pool, because xl would reserve for each', () => {
  const one = { ...task('a', 100, 20), vCpus: 1 }
  expect(schedulability({ pCpus: 2, realTime: [one] }).pool).not.toBeNull()
  expect(schedulability({ pCpus: 2, realTime: [{ ...one, vCpus: 2 }] }).pool).toBeNull()
  const full = ['a', 'b', 'c'].map((name) => task(name, 100, 90))
  expect(schedulability({ pCpus: 2, realTime: full }).pool).toBeNull()
})

test('global EDF guarantees a utilisation that equals its bound, up to rounding', () => {
  const of = (...parts: number[]) =>
    schedulability({
      pCpus: 1,
      realTime: parts.map((part, index) => ({
        name: `${index}`,
        periodSeconds: 1,
        executionSeconds: part,
      })),
    }).globalEdf
  expect(of(0.5, 0.5)).toEqual({ bound: 1, guaranteed: true })
  // 0.7 + 0.2 + 0.1 misses 1 by a rounding error.
  expect(of(0.7, 0.2, 0.1).guaranteed).toBe(true)
  expect(of(0.5, 0.5, 0.001).guaranteed).toBe(false)
})

test('global EDF guarantees nothing to a domain that needs more than one pCPU', () => {
  const realTime = [task('a', 100, 105.6), task('b', 100, 30)]
  const { schedulable, globalEdf } = schedulability({ pCpus: 2, realTime })
  expect(schedulable).toBe(false)
  expect(globalEdf).toEqual({ bound: 2, guaranteed: false })
  const full = [task('a', 100, 100), task('b', 100, 30)]
  expect(schedulability({ pCpus: 2, realTime: full }).globalEdf.guaranteed).toBe(true)
})

describe('remarks', () => {
  const remarksOn = (pCpus: number, ...realTime: RealTimeDomain[]) =>
    schedulability({ pCpus, realTime }).remarks.length
  // Always: no extra time under RTDS, and a pCPU for Domain-0.
  const always = remarksOn(2, task('a', 100, 20))

  test.each<[string, number, number, RealTimeDomain[]]>([
    ['a slack of less than two accounting periods, 60 ms', 1, 2, [task('a', 100, 41)]],
    ['a slack of more', 0, 2, [task('a', 100, 39)]],
    ['the same of two domains, once', 1, 2, [task('a', 100, 41), task('b', 100, 41)]],
    ['further vCPUs', 1, 2, [{ ...task('a', 100, 20), vCpus: 2 }]],
    [
      'further vCPUs, of each',
      2,
      3,
      ['a', 'b'].map((name) => ({ ...task(name, 100, 20), vCpus: 2 })),
    ],
    // Short slack, and reservations that hold for one phase alone.
    ['no room for reservations of any phase', 2, 1, [task('a', 100, 70), task('b', 100, 28)]],
    [
      'nothing of phases where deadlines are missed anyway',
      1,
      1,
      [task('a', 100, 70), task('b', 100, 70)],
    ],
  ])('on %s: %d', (_, more, pCpus, realTime) => {
    expect(remarksOn(pCpus, ...realTime) - always).toBe(more)
  })
})

test('warns of 30 ms of parking only where a task has little slack', () => {
  const mentions = (executionMs: number) =>
    schedulability({ pCpus: 1, realTime: [task('a', 100, executionMs)] }).remarks.some(
      ({ code }) => code === 'little-slack',
    )
  expect(mentions(70)).toBe(true)
  expect(mentions(100)).toBe(true)
  expect(mentions(20)).toBe(false)
  // It misses its deadlines however little it waits.
  expect(mentions(104.5)).toBe(false)
})

test('a task with more execution than period fits no pCPU, and its budget stays within a period', () => {
  const { schedulable, verdict, reservations } = schedulability({
    pCpus: 2,
    realTime: [task('a', 10, 11, 0), task('b', 10, 1, 0)],
  })
  expect(schedulable).toBe(false)
  expect(verdict.code).toBe('no-division')
  expect(reservations).toMatchObject([
    { periodUs: 10_000, budgetUs: 10_000 },
    { periodUs: 10_000, budgetUs: 1_000 },
  ])
})

test.each([
  ['no pCPU', { pCpus: 0, realTime: [task('a', 10, 1)] }],
  ['no real-time domain', { pCpus: 1, realTime: [] }],
  ['two of one name', { pCpus: 1, realTime: [task('a', 10, 1), task('a', 10, 1)] }],
  ['a period of nothing', { pCpus: 1, realTime: [task('a', 0, 0)] }],
  ['a pCPU that is not there', { pCpus: 1, realTime: [task('a', 10, 1, 1)] }],
])('rejects %s', (_, set) => {
  expect(() => schedulability(set)).toThrowError(expect.objectContaining({ code: 'invalid-load' }))
})
