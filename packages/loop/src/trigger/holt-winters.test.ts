import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitHoltWinters, type HoltWinters } from './holt-winters.ts'
import { printedHoltWinters } from './printed-holt-winters.fixture.ts'

/** A line plus a season, exactly. */
function additive(season: readonly number[], { level = 10, trend = 0, length = 0 } = {}) {
  return (from = 0) =>
    Array.from(
      { length },
      (_, t) => level + trend * (from + t) + season[(from + t) % season.length]!,
    )
}

const next = ({ level, trend, seasonals }: HoltWinters) => level + trend + seasonals[0]!

const noisy = fc
  .record({
    m: fc.integer({ min: 2, max: 6 }),
    noise: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 42, maxLength: 60 }),
  })
  .map(({ m, noise }) => ({
    m,
    y: noise.map((each, t) => 20 + 4 * Math.sin((6.28 * t) / m) + each),
  }))

test('continues a line plus a season exactly', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 8 }),
      fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      fc.integer({ min: 0, max: 7 }),
      (season, trend, more) => {
        const length = 4 * season.length + more
        const series = additive(season, { trend, length })
        const found = fitHoltWinters(series(), season.length)!
        expect(next(found)).toBeCloseTo(series(length)[0]!, 8)
        expect(found.standardError).toBeLessThan(1e-9)
      },
    ),
  )
})

test('its recursions are those that are printed', () => {
  fc.assert(
    fc.property(noisy, ({ m, y }) => {
      const found = fitHoltWinters(y, m)!
      const { alpha, beta, gamma } = found
      const { forecast, standardError } = printedHoltWinters(y, m, alpha, beta, gamma)
      expect(next(found)).toBeCloseTo(forecast, 8)
      expect(found.standardError).toBeCloseTo(standardError, 8)
      expect(found.seasonals).toHaveLength(m)
      expect(Math.min(alpha, beta, gamma)).toBeGreaterThanOrEqual(0)
      expect(Math.max(alpha, beta, gamma)).toBeLessThanOrEqual(1)
    }),
  )
})

test('no neighbour of the fitted smoothing has a smaller one-step error', () => {
  fc.assert(
    fc.property(noisy, ({ m, y }) => {
      const { alpha, beta, gamma } = fitHoltWinters(y, m)!
      const { error } = printedHoltWinters(y, m, alpha, beta, gamma)
      for (const step of [-1 / 64, 1 / 64]) {
        const around = [
          [alpha + step, beta, gamma],
          [alpha, beta + step, gamma],
          [alpha, beta, gamma + step],
        ] as const
        for (const [a, b, g] of around.filter((each) => each.every((x) => x >= 0 && x <= 1))) {
          expect(printedHoltWinters(y, m, a, b, g).error).toBeGreaterThan(error - 1e-9)
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('gaps leave an exact series exact', () => {
  const season = [1, -2, 4, 0, 3]
  const series = additive(season, { trend: 0.05, length: 30 })
  for (const missing of [[3], [5, 6], [12, 13, 14, 15, 16], [29], [0, 11, 22]]) {
    const withGaps = series().map((value, t) => (missing.includes(t) ? null : value))
    expect(next(fitHoltWinters(withGaps, 5)!)).toBeCloseTo(series(30)[0]!, 8)
  }
})

test('a moment unknown in both first seasons is learnt later', () => {
  const season = [1, -2, 4, 0]
  const series = additive(season, { length: 400 })
  const withGaps = series().map((value, t) => (t === 2 || t === 6 ? null : value))
  const found = fitHoltWinters(withGaps, 4)!
  expect(found.level + found.seasonals[2]!).toBeCloseTo(14, 2)
})

test('says nothing of less than three seasons, or when the first two hardly overlap', () => {
  const series = additive([1, 2, 3, 4], { length: 12 })
  expect(fitHoltWinters(series().slice(1), 4)).toBeNull()
  expect(fitHoltWinters(series(), 4)).not.toBeNull()
  const apart = series().map((value, t) => ([0, 1, 2].includes(t) ? null : value))
  expect(fitHoltWinters(apart, 4)).toBeNull()
})
