import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mulberry32 } from '../numeric/seeded-draws.ts'
import { studentT } from '../numeric/student-t.ts'
import { predictionInterval, seedSpreadOf, varianceOfChance } from './prediction-interval.ts'

const positive = fc.double({ min: 1e-4, max: 10, noNaN: true })
const spreads = fc.double({ min: 0.01, max: 1, noNaN: true })
const counts = fc.integer({ min: 2, max: 200 })

test('equals the log-normal quantile for very many values and no seeds, computed by hand', () => {
  const { lowSeconds, highSeconds } = predictionInterval(0.01, { logSpread: 0.2, values: 1e6 })
  // The normal quantile of a two-sided 90 % interval is 1.6449.
  expect(highSeconds).toBeCloseTo(0.01 * Math.exp(0.2 * 1.6449), 6)
  expect(lowSeconds).toBeCloseTo(0.01 * Math.exp(-0.2 * 1.6449), 6)
})

test('by hand for four values: t = 2.1318 and a spread of 0.2 sqrt(1 + 1 / 4)', () => {
  const { highSeconds } = predictionInterval(1, { logSpread: 0.2, values: 4 })
  expect(Math.log(highSeconds)).toBeCloseTo(2.13185 * 0.2 * Math.sqrt(1.25), 5)
})

test('adds the variance over five seeds, 0.3^2 (1 + 1 / 5), to that of the residual', () => {
  const residual = { logSpread: 0.2, values: 4 }
  const { highSeconds } = predictionInterval(1, residual, { seeds: { logSpread: 0.3, seeds: 5 } })
  expect(varianceOfChance({ logSpread: 0.3, seeds: 5 })).toBeCloseTo(0.108, 12)
  expect(Math.log(highSeconds)).toBeCloseTo(2.13185 * Math.sqrt(0.05 + 0.108), 5)
})

test('adds the variance of another recording, 0.3^2, to that of the residual', () => {
  const { highSeconds } = predictionInterval(1, { logSpread: 0.2, values: 4 }, { chance: 0.3 })
  expect(Math.log(highSeconds)).toBeCloseTo(2.13185 * Math.sqrt(0.05 + 0.09), 5)
})

test('has the centre as its geometric mean and scales with it', () => {
  fc.assert(
    fc.property(positive, positive, spreads, counts, (centre, factor, logSpread, values) => {
      const residual = { logSpread, values }
      const one = predictionInterval(centre, residual)
      const other = predictionInterval(centre * factor, residual)
      expect(Math.sqrt(one.lowSeconds * one.highSeconds) / centre).toBeCloseTo(1, 9)
      expect(other.highSeconds / one.highSeconds / factor).toBeCloseTo(1, 9)
    }),
  )
})

test('widens with either spread and the confidence, and with fewer values and seeds', () => {
  fc.assert(
    fc.property(spreads, spreads, counts, counts, (residual, chance, values, seeds) => {
      const width = (logSpread: number, n: number, seedSpread: number, k: number, by = 0.9) =>
        predictionInterval(
          1,
          { logSpread, values: n },
          { seeds: { logSpread: seedSpread, seeds: k }, confidence: by },
        ).highSeconds
      const own = width(residual, values, chance, seeds)
      expect(width(residual * 1.1, values, chance, seeds)).toBeGreaterThan(own)
      expect(width(residual, values, chance * 1.1, seeds)).toBeGreaterThan(own)
      expect(width(residual, values, chance, seeds, 0.95)).toBeGreaterThan(own)
      expect(width(residual, values - 1, chance, seeds)).toBeGreaterThan(own)
      expect(width(residual, values, chance, seeds - 1)).toBeGreaterThan(own)
    }),
  )
})

test('covers samples drawn from its own assumptions at the stated confidence', () => {
  const random = mulberry32(7)
  const [seeds, values, chance, error] = [5, 12, 0.3, 0.4]
  let inside = 0
  const trials = 4000
  for (let trial = 0; trial < trials; trial++) {
    const squares = Array.from({ length: values }, () => (error * normal(random)) ** 2)
    const logSpread = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / values)
    const centre = chance * (normal(random) / Math.sqrt(seeds))
    const measured = chance * normal(random) + error * normal(random)
    const { lowSeconds, highSeconds } = predictionInterval(
      Math.exp(centre),
      { logSpread, values },
      { seeds: { logSpread: chance, seeds } },
    )
    if (Math.exp(measured) >= lowSeconds && Math.exp(measured) <= highSeconds) inside++
  }
  // Four standard errors of a share of 4000 at 0.9 are 0.019; the quantile is slightly too wide
  // because the sampling spread is known.
  expect(inside / trials).toBeGreaterThan(0.885)
  expect(inside / trials).toBeLessThan(0.935)
})

test('recovers the spread over seeds from mean and half-width', () => {
  const answers = [0.9, 1.1, 1.05, 0.95, 1]
  const deviation = Math.sqrt(answers.reduce((sum, each) => sum + (each - 1) ** 2, 0) / 4)
  const halfWidth = (studentT(4, 0.95) * deviation) / Math.sqrt(5)
  const found = seedSpreadOf(1, halfWidth, 5)
  expect(found.seeds).toBe(5)
  expect(found.logSpread ** 2).toBeCloseTo(Math.log(1 + deviation ** 2), 12)
  // It is relative, so the unit of time does not matter.
  expect(seedSpreadOf(0.01, 0.01 * halfWidth, 5).logSpread).toBeCloseTo(found.logSpread, 12)
})

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
