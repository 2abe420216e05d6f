import { describe, expect, test } from 'vitest'
import type { WorkLine, WorkSample } from './identify.ts'
import { identifyServiceTimeScv } from './identify-service-time-scv.ts'

const lineOf = (value: number, background: number | null = null): WorkLine => ({
  perUnitSeconds: { value, standardError: null, n: 1 },
  background: background === null ? null : { value: background, standardError: null, n: 1 },
})

/** Windows of one request each, so that each window's CPU time is one demand. */
const single = (demands: readonly number[], background = 0): WorkSample[] =>
  demands.map((demand) => ({ seconds: 10, units: 1, workSeconds: demand + 10 * background }))

const logOf = (
  scv: number,
  more: { count?: number; isCalm?: boolean; minSeconds?: number } = {},
) => ({
  meanSeconds: 0.02,
  varianceSeconds2: scv * 0.02 ** 2,
  minSeconds: 0.005,
  count: 100,
  isCalm: true,
  ...more,
})

describe('from the scatter of CPU time', () => {
  const demands = [1, 2, 3, 4, 5, 9]

  test('of single requests is their sample variance over the square of their mean: 40 / 5 / 16', () => {
    const found = identifyServiceTimeScv(lineOf(4), single(demands), [])!
    expect(found).toMatchObject({ value: expect.closeTo(0.5, 12), n: 6 })
    // The squares 9, 4, 1, 0, 1 and 25 over 16 have a mean of 40 / 96.
    const squares = [9, 4, 1, 0, 1, 25].map((square) => square / 16)
    const scatter = squares.reduce((sum, square) => sum + (square - 40 / 96) ** 2, 0)
    expect(found.standardError).toBeCloseTo((Math.sqrt(scatter / 5 / 6) * 6) / 5, 12)
  })

  test('loses a further degree of freedom to the background: 40 / 5 becomes 40 / (7 - 2)', () => {
    const seven = single([...demands, 4], 0.1)
    expect(identifyServiceTimeScv(lineOf(4, 0.1), seven, [])!.value).toBeCloseTo(40 / 5 / 16, 12)
    expect(identifyServiceTimeScv(lineOf(4), single([...demands, 4]), [])!.value).toBeCloseTo(
      40 / 6 / 16,
      12,
    )
  })

  test('needs five degrees of freedom', () => {
    expect(identifyServiceTimeScv(lineOf(4), single(demands.slice(1)), [])).toBeNull()
    expect(identifyServiceTimeScv(lineOf(4, 0.1), single(demands, 0.1), [])).toBeNull()
  })

  test('a window of N requests scatters by N Var(S): residuals of sqrt(N) demands give 1', () => {
    const samples = [1, 4, 9, 16, 25, 36].map((units, k) => ({
      seconds: 10,
      units,
      workSeconds: 0.01 * (units + (k % 2 === 0 ? 1 : -1) * Math.sqrt(units)),
    }))
    expect(identifyServiceTimeScv(lineOf(0.01), samples, [])!.value).toBeCloseTo(6 / 5, 12)
  })
})

describe('from the log of a calm host', () => {
  test('weights windows by their requests: (300 0.2 + 100 0.6) / 400', () => {
    const logged = [logOf(0.2, { count: 300 }), logOf(0.6, { count: 100 })]
    expect(identifyServiceTimeScv(lineOf(0.01), [], logged)).toMatchObject({
      value: expect.closeTo(0.3, 12),
      n: 2,
    })
  })

  test('leaves out windows that were not calm', () => {
    const logged = [logOf(0.2), logOf(0.6, { isCalm: false })]
    expect(identifyServiceTimeScv(lineOf(0.01), [], logged)!.value).toBeCloseTo(0.2, 12)
  })

  test.each([
    ['the log', 0.3, 0.3],
    ['the CPU time', 0.8, 0.5],
  ])('the lower of the two bounds counts: %s', (_, scv, expected) => {
    const samples = single([1, 2, 3, 4, 5, 9])
    expect(identifyServiceTimeScv(lineOf(4), samples, [logOf(scv)])!.value).toBeCloseTo(
      expected,
      12,
    )
  })
})

describe('without a bound, from the shortest duration m: (1 - m / x)^2', () => {
  const busy = (minSeconds: number) => logOf(0.5, { isCalm: false, minSeconds })

  test('takes the shortest of all windows: m = 4 of x = 10 ms gives 0.36, without a standard error', () => {
    const found = identifyServiceTimeScv(lineOf(0.01), [], [busy(0.008), busy(0.004), busy(0.006)])
    expect(found).toEqual({ value: expect.closeTo(0.36, 12), standardError: null, n: 3 })
  })

  test('is 0 where even the shortest duration exceeds the mean demand', () => {
    expect(identifyServiceTimeScv(lineOf(0.01), [], [busy(0.015)])!.value).toBe(0)
  })
})

test('is null without CPU data, and without both enough windows and a log', () => {
  expect(identifyServiceTimeScv(null, single([1, 2, 3, 4, 5, 9]), [logOf(0.2)])).toBeNull()
  expect(identifyServiceTimeScv(lineOf(4), single([1, 2]), [])).toBeNull()
})
