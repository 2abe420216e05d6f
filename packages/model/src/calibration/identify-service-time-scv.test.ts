import { describe, expect, test } from 'vitest'
import { calibrateDomain } from './calibrate-domain.ts'
import type { WorkLine } from './identify.ts'
import { identifyServiceTimeScv, type ScatterSample } from './identify-service-time-scv.ts'
import { type ArrivalKind, sharedWindows } from './shared-windows.fixture.ts'

const lineOf = (value: number, background: number | null = null): WorkLine => ({
  perUnitSeconds: { value, standardError: null, n: 1 },
  background: background === null ? null : { value: background, standardError: null, n: 1 },
})

const unlogged = { begun: null, inFlight: null }

/** Windows of one request each, so that each window's CPU time is one demand. */
const single = (demands: readonly number[], background = 0): ScatterSample[] =>
  demands.map((demand, k) => ({
    seconds: 10 * k,
    units: 1,
    workSeconds: demand + 10 * k * background,
    ...unlogged,
  }))

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

  test('is that of the residuals of a line where there is a background, with one degree of freedom less', () => {
    // Residuals of +-1 that are orthogonal to both columns.
    const signs = [1, -1, -1, 1, 1, -1, -1, 1]
    const samples = signs.map((sign, k) => ({
      seconds: 10 + k,
      units: 1,
      workSeconds: 4 + 0.1 * (10 + k) + sign,
      ...unlogged,
    }))
    expect(identifyServiceTimeScv(lineOf(4, 0.1), samples, [])!.value).toBeCloseTo(8 / 6 / 16, 12)
    expect(identifyServiceTimeScv(lineOf(4), samples, [])!.value).not.toBeCloseTo(8 / 6 / 16, 2)
  })

  test('needs five degrees of freedom', () => {
    expect(identifyServiceTimeScv(lineOf(4), single(demands.slice(1)), [])).toBeNull()
    expect(identifyServiceTimeScv(lineOf(4, 0.1), single(demands, 0.1), [])).toBeNull()
  })

  test('a window of N requests scatters by N Var(S): residuals of sqrt(N) demands give 1', () => {
    const signs = [1, -1, -1, 1, 1, -1, -1, 1]
    const samples = signs.map((sign, k) => ({
      seconds: 10,
      units: (k + 1) ** 2,
      workSeconds: 0.01 * ((k + 1) ** 2 + sign * (k + 1)),
      ...unlogged,
    }))
    expect(identifyServiceTimeScv(lineOf(0.01), samples, [])!.value).toBeCloseTo(8 / 7, 12)
  })

  test('not from requests that an edge cuts: equal demands, half done at each edge, give 0', () => {
    const inFlight = [0, 4, 2, 6, 3, 0, 5, 1, 4]
    const samples = inFlight.slice(1).map((after, k) => {
      const before = inFlight[k]!
      const units = 100 + 7 * k
      return {
        seconds: 10,
        units,
        begun: units + after - before,
        inFlight: (before + after) / 2,
        workSeconds: 0.01 * (units + (after - before) / 2),
      }
    })
    expect(identifyServiceTimeScv(lineOf(0.01), samples, [])!.value).toBeCloseTo(0, 12)
    const unaware = samples.map((sample) => ({ ...sample, ...unlogged }))
    expect(identifyServiceTimeScv(lineOf(0.01), unaware, [])!.value).toBeGreaterThan(0.01)
  })

  test('leaves out windows with many requests in flight, unless too few others remain', () => {
    const crowded = { seconds: 10, units: 100, begun: 100, inFlight: 40, workSeconds: 3 }
    const even = { seconds: 10, units: 100, begun: 100, inFlight: 2, workSeconds: 1 }
    const found = (samples: ScatterSample[]) => identifyServiceTimeScv(lineOf(0.01), samples, [])!
    expect(found([...Array<ScatterSample>(6).fill(even), crowded])).toMatchObject({
      value: expect.closeTo(0, 12),
      n: 6,
    })
    expect(found([...Array<ScatterSample>(5).fill(even), crowded]).n).toBe(6)
    expect(found([...Array<ScatterSample>(6).fill(even), { ...even, begun: 140 }]).n).toBe(6)
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

describe('where requests queued in most windows', () => {
  const queued = single([1, 2, 3, 4, 5, 9]).map((sample) => ({ ...sample, inFlight: 3 }))

  test('the guess of (1 - m / x)^2 counts if it is lower: m = 3 of x = 4 s gives 1 / 16', () => {
    const busy = logOf(0.5, { isCalm: false, minSeconds: 3 })
    expect(identifyServiceTimeScv(lineOf(4), queued, [busy])!.value).toBeCloseTo(1 / 16, 12)
    expect(identifyServiceTimeScv(lineOf(4), single([1, 2, 3, 4, 5, 9]), [busy])!.value).toBe(0.5)
  })

  test('the scatter counts if it is lower than the guess', () => {
    const busy = logOf(0.5, { isCalm: false, minSeconds: 0.1 })
    expect(identifyServiceTimeScv(lineOf(4), queued, [busy])!.value).toBeCloseTo(0.5, 12)
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

describe('on a simulated host with known demands, five minutes in windows of 10 s', () => {
  const kinds: ArrivalKind[] = ['poisson', 'even', 'bursts']
  const cases = kinds.flatMap((arrivals) =>
    [0.4, 0.7, 0.9, 0.95].flatMap((rho) =>
      [0.04, 0.25, 1, 4].map((scv) => ({ arrivals, rho, scv })),
    ),
  )
  const foundBy = ({ arrivals, rho, scv }: (typeof cases)[number]) => {
    const guest = { arrivals, serviceTimeScv: scv }
    const windows = sharedWindows(
      [
        { ...guest, name: 'short', weight: 128, ...demanding(0.55 * rho, 0.0076) },
        { ...guest, name: 'long', weight: 512, ...demanding(0.45 * rho, 0.05) },
      ],
      { seed: 1, windows: 30, windowSeconds: 10 },
    )
    return ['short', 'long'].map((name) => calibrateDomain(name, windows).serviceTimeScv!.value)
  }
  const demanding = (utilisation: number, x: number) => ({
    arrivalRatePerSecond: utilisation / x,
    serviceTimeSeconds: x,
  })

  test.each(cases)('$arrivals arrivals at $rho, c_s^2 $scv: hardly overestimated', (load) => {
    // The mean square of 30 residuals scatters by a quarter, more for demands with heavy tails.
    for (const found of foundBy(load)) expect(found).toBeLessThan(2 * load.scv + 0.15)
  })

  test.each(
    cases.filter(({ rho, scv, arrivals }) => rho <= 0.7 || (scv <= 1 && arrivals !== 'bursts')),
  )('$arrivals arrivals at $rho, c_s^2 $scv: nor underestimated where few queue', (load) => {
    for (const found of foundBy(load)) expect(found).toBeGreaterThan(load.scv / 2.5)
  })
})
