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

test("the paper's T(100,70) twice: fits two pCPUs apart, though global EDF cannot promise it", () => {
  const found = schedulability({ pCpus: 2, realTime: [task('a', 100, 70), task('b', 100, 70)] })
  expect(found.schedulable).toBe(true)
  expect(found.pCpus.map(({ realTime }) => realTime)).toEqual([['a'], ['b']])
  expect(found.utilisation).toBeCloseTo(1.4, 9)
  // m - (m - 1) u_max = 2 - 0.7
  expect(found.globalEdf.bound).toBeCloseTo(1.3, 9)
  expect(found.globalEdf.guaranteed).toBe(false)
})

test('utilisation 1 fits, a little more does not, with the figures', () => {
  const two = (executionMs: number) =>
    schedulability({ pCpus: 1, realTime: [task('a', 10, 5), task('b', 20, executionMs)] })
  expect(two(10).schedulable).toBe(true)
  expect(two(10.1)).toMatchObject({
    schedulable: false,
    sentence: expect.stringContaining('100.5 %'),
  })
})

test('a third T(100,70) is too much for two pCPUs', () => {
  const realTime = ['a', 'b', 'c'].map((name) => task(name, 100, 70))
  const { schedulable, sentence } = schedulability({ pCpus: 2, realTime })
  expect(schedulable).toBe(false)
  expect(sentence).toContain('210.0 %')
})

describe('placement', () => {
  const places = (pCpus: number, realTime: RealTimeDomain[]) =>
    schedulability({ pCpus, realTime }).pCpus.map((of) => of.realTime)

  test('keeps what was given and fills the emptiest', () => {
    expect(places(2, [task('a', 10, 2, 1), task('b', 10, 1, 1), task('c', 10, 5)])).toEqual([
      ['c'],
      ['a', 'b'],
    ])
  })

  test('finds a division that filling the emptiest misses', () => {
    const halves = [task('a', 10, 5), task('b', 10, 5)]
    const thirds = ['c', 'd', 'e'].map((name) => task(name, 9, 3))
    const found = schedulability({ pCpus: 2, realTime: [...halves, ...thirds] })
    expect(found.schedulable).toBe(true)
  })

  test('does not move what was put on a full pCPU', () => {
    const realTime = [task('a', 100, 70, 0), task('b', 100, 70, 0)]
    const { schedulable, pCpus } = schedulability({ pCpus: 2, realTime })
    expect(schedulable).toBe(false)
    expect(pCpus.map(({ fits }) => fits)).toEqual([false, true])
  })
})

describe('reservations for RTDS', () => {
  /** The least that budgets give in any span, over all ways to place them, a microsecond at a time. */
  function leastSupply(period: number, budget: number, span: number): number {
    // Early in the first period and as late as can be in all others: no way gives less.
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

  test('count on what a budget gives for certain', () => {
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

  test('are the smallest that hold for any phase', () => {
    const { reservations } = schedulability({ pCpus: 1, realTime: [task('a', 100, 70)] })
    const { periodUs, budgetUs, anyPhase } = reservations[0]!
    expect(anyPhase).toBe(true)
    expect(periodUs).toBe(10_000)
    expect(suppliedUs(periodUs, budgetUs, 100_000)).toBeGreaterThanOrEqual(70_000)
    expect(suppliedUs(periodUs, budgetUs - 1, 100_000)).toBeLessThan(70_000)
  })

  test('are period and execution time where there is no room for more, and a remark says so', () => {
    const { reservations, remarks } = schedulability({
      pCpus: 1,
      realTime: [task('a', 100, 70), task('b', 50, 14)],
    })
    expect(reservations).toEqual([
      { name: 'a', periodUs: 100_000, budgetUs: 70_000, anyPhase: false },
      { name: 'b', periodUs: 50_000, budgetUs: 14_000, anyPhase: false },
    ])
    expect(remarks.some((remark) => remark.includes('a and b'))).toBe(true)
  })
})

test('30 ms of parking are remarked on where a task has little to spare, else not', () => {
  const mentions = (executionMs: number) =>
    schedulability({ pCpus: 1, realTime: [task('a', 100, executionMs)] }).remarks.some((remark) =>
      remark.includes('every 30 ms'),
    )
  expect(mentions(70)).toBe(true)
  expect(mentions(20)).toBe(false)
})

test.each([
  ['no pCPU', { pCpus: 0, realTime: [task('a', 10, 1)] }],
  ['no real-time domain', { pCpus: 1, realTime: [] }],
  ['two of one name', { pCpus: 1, realTime: [task('a', 10, 1), task('a', 10, 1)] }],
  ['more execution than period', { pCpus: 1, realTime: [task('a', 10, 11)] }],
  ['a period of nothing', { pCpus: 1, realTime: [task('a', 0, 0)] }],
  ['a pCPU that is not there', { pCpus: 1, realTime: [task('a', 10, 1, 1)] }],
])('%s is refused', (_, set) => {
  expect(() => schedulability(set)).toThrowError(expect.objectContaining({ code: 'invalid-load' }))
})
