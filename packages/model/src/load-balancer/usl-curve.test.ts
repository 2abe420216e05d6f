import { describe, expect, test } from 'vitest'
import {
  denominatorAt,
  kneeOf,
  peakOf,
  throughputAt,
  type UslCoefficients,
  WORTH_ITS_WHILE,
} from './usl-curve.ts'

const curve = (
  contention: number,
  coherency: number,
  perProcessPerSecond = 100,
): UslCoefficients => ({
  perProcessPerSecond,
  contention,
  coherency,
})

describe('X(N) = g N / (1 + a (N - 1) + b N (N - 1))', () => {
  test.each([
    ['one process is g, whatever the coefficients', curve(0.3, 0.2), 1, 100],
    ['nothing serialised: g N', curve(0, 0), 7, 700],
    ["Amdahl's law, 400 / (1 + 3 / 10)", curve(0.1, 0), 4, 400 / 1.3],
    ['everything serialised: g', curve(1, 0), 50, 100],
    ['coherency alone: 300 / (1 + 6 / 50)', curve(0, 0.02), 3, 300 / 1.12],
    ['both: 500 / (1 + 4 / 10 + 20 / 100)', curve(0.1, 0.01), 5, 500 / 1.6],
  ])('%s', (_, of, processes, expected) => {
    expect(throughputAt(of, processes)).toBeCloseTo(expected, 9)
  })

  test('is N over the denominator e + c N + d N (N - 1), with g = 1 / (e + c), a = g c and b = g d', () => {
    const terms = { alone: 0.008, contention: 0.002, coherency: 0.0003 }
    expect(denominatorAt(terms, 5)).toBeCloseTo(0.008 + 0.01 + 0.006, 12)
    for (const n of [1, 2, 5, 40]) {
      expect(throughputAt(curve(0.2, 0.03), n)).toBeCloseTo(n / denominatorAt(terms, n), 9)
    }
  })
})

describe('the peak sqrt((1 - a) / b)', () => {
  test.each([
    ['a = 0.1, b = 0.009: sqrt(100)', curve(0.1, 0.009), 10],
    ['all serialised, with a cost for each pair: the first process', curve(1, 0.01), 1],
    ['a cost that outweighs the second process: the first', curve(0, 4), 1],
    ['exactly at 1,024 processes', curve(0, 1 / 1024 ** 2), 1024],
    ['not before 1,024', curve(0, 1 / 1025 ** 2), null],
    ['without a cost for pairs: nowhere', curve(0.1, 0), null],
    ['constant throughput: nowhere', curve(1, 0), null],
  ])('%s', (_, of, expected) => {
    expect(peakOf(of)).toBe(expected)
  })
})

describe('the knee, the last process that adds a tenth of what one does alone', () => {
  test('of paper 2 is sought by a gain of at least a tenth', () => {
    expect(WORTH_ITS_WHILE).toBe(0.1)
  })

  /** Gains of processes 2, 3, ... over g, one by one. */
  const gains = (of: UslCoefficients, most: number) =>
    Array.from(
      { length: most },
      (_, k) => (throughputAt(of, k + 2) - throughputAt(of, k + 1)) / of.perProcessPerSecond,
    )

  test.each([
    ["Amdahl's law with a = 0.25", curve(0.25, 0)],
    ['coherency alone', curve(0, 0.02)],
    ['both', curve(0.05, 0.005)],
    ['all serialised', curve(1, 0)],
  ])('%s, by enumeration', (_, of) => {
    const knee = kneeOf(of)!
    const all = gains(of, 60)
    expect(all.slice(0, knee - 1).every((gain) => gain >= 0.1)).toBe(true)
    expect(all[knee - 1]).toBeLessThan(0.1)
  })

  test('by hand for a = 0.25: gains 0.6, 0.4, 0.286, 0.214, 0.167, 0.133, 0.109 and then 0.0909', () => {
    expect(kneeOf(curve(0.25, 0))).toBe(8)
  })

  test('does not depend on the unit of throughput', () => {
    expect(kneeOf(curve(0.25, 0, 1e-3))).toBe(kneeOf(curve(0.25, 0, 1e6)))
  })

  test('is nowhere where each of 1,024 processes gains', () => {
    expect(kneeOf(curve(0, 0))).toBeNull()
    expect(kneeOf(curve(1e-9, 0))).toBeNull()
  })
})
