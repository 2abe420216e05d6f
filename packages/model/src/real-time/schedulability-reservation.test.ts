import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adviseReservations, reservationAlone, suppliedUs } from './schedulability-reservation.ts'

const task = (name: string, periodMs: number, executionMs: number) => ({
  name,
  periodSeconds: periodMs / 1000,
  executionSeconds: executionMs / 1000,
})

describe('the supply bound function of the periodic resource model (Shin and Lee 2003, eq 1)', () => {
  // The budget of 4 in 10 leaves a gap of 6: at worst 12 pass before the first supply.
  test.each([
    [0, 0],
    [6, 0],
    [12, 0],
    [13, 1],
    [16, 4],
    [22, 4],
    [23, 5],
    [26, 8],
    [36, 12],
  ])('4 in 10 supply in any %d at least %d', (span, supplied) => {
    expect(suppliedUs(10, 4, span)).toBe(supplied)
  })

  test('all of the time supplies all of it, and no budget nothing', () => {
    for (const span of [1, 9, 10, 25]) {
      expect(suppliedUs(10, 10, span)).toBe(span)
      expect(suppliedUs(10, 0, span)).toBe(0)
    }
  })

  test('never decreases, and grows by one budget a period', () => {
    const periods = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(periods, periods, fc.nat(5000), (period, part, span) => {
        const budget = Math.min(period, part)
        const supplied = suppliedUs(period, budget, span)
        expect(suppliedUs(period, budget, span + 1)).toBeGreaterThanOrEqual(supplied)
        if (span >= 2 * (period - budget)) {
          expect(suppliedUs(period, budget, span + period)).toBe(supplied + budget)
        }
      }),
    )
  })
})

describe('a domain alone on its pCPU', () => {
  test.each([
    // 11 B - 10 >= 70 ms in ten periods.
    ['T(100, 70): a tenth of the period', task('a', 100, 70), 10_000, 7273],
    // 9 B >= 30 ms, because 2 B < 10 ms.
    ['T(100, 30)', task('a', 100, 30), 10_000, 3334],
    // 2 B + max(0, 2 B - 1) >= 1 ms.
    ['T(3, 1): not below 1 ms', task('a', 3, 1), 1000, 500],
    // 2 B - 500 >= 200 microseconds.
    ['T(0.5, 0.2): not above the period of the task', task('a', 0.5, 0.2), 500, 350],
    ['T(12.345, 12.345): all of the pCPU', task('a', 12.345, 12.345), 1234, 1234],
  ])('%s', (_, domain, periodUs, budgetUs) => {
    expect(reservationAlone(domain)).toEqual({ name: 'a', periodUs, budgetUs, anyPhase: true })
  })

  test('gets the smallest budget that supplies its execution in any period of its own', () => {
    const tasks = fc
      .integer({ min: 500, max: 200_000 })
      .chain((period) => fc.tuple(fc.constant(period), fc.integer({ min: 1, max: period })))
    fc.assert(
      fc.property(tasks, ([period, execution]) => {
        const domain = { name: 'a', periodSeconds: period / 1e6, executionSeconds: execution / 1e6 }
        const { periodUs, budgetUs } = reservationAlone(domain)
        expect(suppliedUs(periodUs, budgetUs, period)).toBeGreaterThanOrEqual(execution)
        expect(suppliedUs(periodUs, budgetUs - 1, period)).toBeLessThan(execution)
        expect(budgetUs).toBeLessThanOrEqual(periodUs)
      }),
    )
  })
})

describe('domains that share a pCPU', () => {
  test('have the shortest of their periods, and budgets for it', () => {
    // In 2 ms: 11 B - 2 >= 6 for T(20, 6), but 2 B < 2, so 9 B >= 6; 49 B >= 30 for T(100, 30).
    expect(adviseReservations([task('a', 100, 30), task('b', 20, 6)])).toEqual([
      { name: 'a', periodUs: 2000, budgetUs: 613, anyPhase: true },
      { name: 'b', periodUs: 2000, budgetUs: 667, anyPhase: true },
    ])
  })

  test('may fill the period exactly: 5 + 5 of 10 ms', () => {
    expect(adviseReservations([task('a', 100, 45), task('b', 100, 45)])).toEqual([
      { name: 'a', periodUs: 10_000, budgetUs: 5000, anyPhase: true },
      { name: 'b', periodUs: 10_000, budgetUs: 5000, anyPhase: true },
    ])
  })

  test('get their own periods and execution times where that is too little', () => {
    // In 5 ms: 19 B >= 45 ms and 11 B - 5 >= 26 ms, which add up to 5.19 ms.
    expect(adviseReservations([task('a', 100, 45), task('b', 50, 26)])).toEqual([
      { name: 'a', periodUs: 100_000, budgetUs: 45_000, anyPhase: false },
      { name: 'b', periodUs: 50_000, budgetUs: 26_000, anyPhase: false },
    ])
  })

  test('nobody needs no reservation', () => {
    expect(adviseReservations([])).toEqual([])
  })
})
