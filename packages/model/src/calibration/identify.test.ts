import { describe, expect, test } from 'vitest'
import { ratio, type WorkSample, weightedMean, workPerUnit } from './identify.ts'

describe('ratio', () => {
  test('sum over sum, with the standard error of a ratio of means: sqrt(n / (n - 1) sum e^2) / sum b', () => {
    const found = ratio([
      { top: 1, bottom: 2 },
      { top: 3, bottom: 4 },
      { top: 5, bottom: 4 },
    ])!
    expect(found).toMatchObject({ value: 0.9, n: 3 })
    // The residuals about 0.9 b are -0.8, -0.6 and 1.4; their squares add up to 2.96.
    expect(found.standardError).toBeCloseTo(Math.sqrt((2.96 * 3) / 2) / 10, 12)
  })

  test('with equal bottoms is the mean with its standard error s / sqrt(n)', () => {
    const found = ratio([2, 4, 9].map((top) => ({ top, bottom: 1 })))!
    expect(found.value).toBe(5)
    expect(found.standardError).toBeCloseTo(Math.sqrt((9 + 1 + 16) / 2 / 3), 12)
  })

  test('of a single pair has no standard error, of proportional pairs one of zero', () => {
    expect(ratio([{ top: 3, bottom: 4 }])).toEqual({ value: 0.75, standardError: null, n: 1 })
    expect(
      ratio([
        { top: 3, bottom: 4 },
        { top: 6, bottom: 8 },
      ]),
    ).toEqual({ value: 0.75, standardError: 0, n: 2 })
  })

  test('is null without pairs and where the bottoms add up to nothing', () => {
    expect(ratio([])).toBeNull()
    expect(ratio([{ top: 1, bottom: 0 }])).toBeNull()
    expect(ratio([{ top: 1, bottom: Number.NaN }])).toBeNull()
  })
})

describe('weightedMean', () => {
  const values = [
    { value: 1, weight: 3 },
    { value: 2, weight: 1 },
  ]

  test('counts each value by its weight: (3 1 + 1 2) / 4', () => {
    const found = weightedMean(values)!
    expect(found).toMatchObject({ value: 1.25, n: 2 })
    // The residuals are 3 (1 - 1.25) and 1 (2 - 1.25).
    expect(found.standardError).toBeCloseTo(Math.sqrt(2 * 2 * 0.75 ** 2) / 4, 12)
  })

  test('depends on the proportions of the weights alone', () => {
    const tenfold = values.map(({ value, weight }) => ({ value, weight: 10 * weight }))
    const [one, other] = [weightedMean(values)!, weightedMean(tenfold)!]
    expect(other.value).toBeCloseTo(one.value, 12)
    expect(other.standardError).toBeCloseTo(one.standardError!, 12)
  })

  test('ignores a value of weight zero, and is null where no weight is left', () => {
    expect(weightedMean([...values, { value: 100, weight: 0 }])!.value).toBe(1.25)
    expect(weightedMean([{ value: 100, weight: 0 }])).toBeNull()
  })
})

describe('workPerUnit', () => {
  const seconds = 10
  /**
   * Windows at 10, 20, 30 and 40 units a second, twice, with background b and x = 0.01 s, and off
   * the line by e, -e, -e, e. That pattern is orthogonal to the rates and adds up to zero, so the
   * least squares line is the true one, its noise is 8 e^2 / 6 and the standard error of b is
   * sqrt(8 e^2 / 6 (1 / 8 + 25^2 / 1000)) = e.
   */
  const windows = (b: number, e: number): WorkSample[] =>
    [10, 20, 30, 40, 10, 20, 30, 40].map((rate, k) => ({
      seconds,
      units: rate * seconds,
      workSeconds: seconds * (b + 0.01 * rate + (k % 4 === 0 || k % 4 === 3 ? e : -e)),
    }))

  test('U = b + x lambda with the textbook standard errors', () => {
    const found = workPerUnit(windows(0.03, 0.014))!
    expect(found.perUnitSeconds.value).toBeCloseTo(0.01, 12)
    expect(found.perUnitSeconds.standardError).toBeCloseTo(0.014 / Math.sqrt(750), 12)
    expect(found.background!.value).toBeCloseTo(0.03, 12)
    expect(found.background!.standardError).toBeCloseTo(0.014, 12)
    expect([found.perUnitSeconds.n, found.background!.n]).toEqual([8, 8])
  })

  test('needs a background of two standard errors; below, x is the ratio of sums', () => {
    const found = workPerUnit(windows(0.03, 0.016))!
    expect(found.background).toBeNull()
    // 8 windows of 10 s: sum U = 8 (0.03 + 0.25), sum lambda = 8 25.
    expect(found.perUnitSeconds.value).toBeCloseTo(0.28 / 25, 12)
  })

  test.each([
    ['a level line', () => 0.25],
    ['a line that falls', (rate: number) => 0.9 - 0.01 * rate],
    ['a line that meets the axis below zero', (rate: number) => 0.01 * rate - 0.05],
    ['a line through the origin', (rate: number) => 0.01 * rate],
  ])('sees no background in %s', (_, utilisation) => {
    const samples = [10, 20, 30, 40, 10, 20, 30, 40].map((rate) => ({
      seconds,
      units: rate * seconds,
      workSeconds: seconds * utilisation(rate),
    }))
    const used = samples.reduce((sum, { workSeconds }) => sum + workSeconds, 0)
    expect(workPerUnit(samples)!.background).toBeNull()
    expect(workPerUnit(samples)!.perUnitSeconds.value).toBeCloseTo(used / 2000, 12)
  })

  test('needs eight windows', () => {
    expect(workPerUnit(windows(0.03, 0))!.background!.value).toBeCloseTo(0.03, 12)
    expect(workPerUnit(windows(0.03, 0).slice(1))!.background).toBeNull()
  })

  test('needs rates whose standard deviation exceeds a fifth of their mean', () => {
    const around = (off: number) =>
      workPerUnit(
        [-off, off, -off, off, -off, off, -off, off].map((from) => ({
          seconds: 1,
          units: 100 + from,
          workSeconds: 0.03 + 0.001 * (100 + from),
        })),
      )!
    expect(around(20).background).toBeNull()
    expect(around(21).background!.value).toBeCloseTo(0.03, 12)
  })

  test('compares rates, not counts, where windows have unequal lengths', () => {
    const samples = windows(0.03, 0).map(({ units, workSeconds }, k) => ({
      seconds: seconds * (1 + k),
      units: units * (1 + k),
      workSeconds: workSeconds * (1 + k),
    }))
    const found = workPerUnit(samples)!
    expect(found.background!.value).toBeCloseTo(0.03, 12)
    expect(found.perUnitSeconds.value).toBeCloseTo(0.01, 12)
  })

  test('is null without any unit', () => {
    expect(workPerUnit([])).toBeNull()
    expect(workPerUnit([{ seconds, units: 0, workSeconds: 1 }])).toBeNull()
  })
})
