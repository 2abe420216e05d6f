import { uniform } from '@steelyard/model'
import { describe, expect, test } from 'vitest'
import { fitChanges } from './change-fit.ts'
import { domainOf, hostOf } from './checked-host.fixture.ts'
import { changesIn, gainsIn, type PredictedChange } from './predicted-change.ts'

/** Errors that are a fraction of the size, normally distributed (Box and Muller). */
function drawn(count: number, fraction: number): PredictedChange[] {
  const draw = uniform(7)
  return Array.from({ length: count }, () => {
    const size = 0.02 + draw()
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
    return { weight: 1, size, chance: 0, off: fraction * size * normal }
  })
}

describe('the fraction that changes are off by', () => {
  test('finds the one that the errors were drawn with, in each way', () => {
    const { robust, rms, pooled, bias, inside } = fitChanges(drawn(20_000, 0.3), 0.3)
    for (const found of [robust, rms, pooled]) expect(Math.abs(found / 0.3 - 1)).toBeLessThan(0.03)
    expect(Math.abs(bias)).toBeLessThan(0.01)
    expect(inside).toBeCloseTo(0.9, 2)
  })

  test('outliers are in the root mean square, hardly in the robust one', () => {
    const wild = drawn(1000, 0.3).map((each, k) => (k % 100 === 0 ? { ...each, off: 9 } : each))
    const { robust, rms } = fitChanges(wild, 0.3)
    expect(robust).toBeLessThan(0.33)
    expect(rms).toBeGreaterThan(1)
  })

  test('by hand', () => {
    const predicted = [
      { weight: 1, size: 0.1, off: -0.05, chance: 0.0001 },
      { weight: 3, size: 0.4, off: 0.1, chance: 0 },
    ]
    const fit = fitChanges(predicted, 0.2)
    expect(fit).toMatchObject({ count: 2, bias: 0.25, inside: 0.75 })
    expect(fit.robust).toBeCloseTo(1.4826 * 0.25, 12)
    expect(fit.rms).toBeCloseTo(Math.sqrt((0.25 + 3 * 0.0625) / 4), 12)
    expect(fit.pooled).toBeCloseTo(Math.sqrt((0.0025 + 0.03) / (0.01 + 0.48)), 12)
    expect(fit.chance).toBeCloseTo(Math.sqrt(0.01 / 4), 12)
  })

  test('is unknown when no change was predicted', () => {
    expect(fitChanges([], 0.3)).toMatchObject({ count: 0, robust: Number.NaN, inside: Number.NaN })
  })
})

/** Times before and after, as predicted by SDPS and in two runs of the independent simulator. */
const domain = (predicted: [number, number], played: [number[], number[]], alone = 1) =>
  domainOf(
    { sdps: { client: [predicted[0]] }, peer: { client: played[0] } },
    { sdps: { client: [predicted[1]] }, peer: { client: played[1] } },
    alone,
  )

describe('changes', () => {
  test('are fractions of the time before; `off` points in the predicted direction', () => {
    const faster = domain(
      [10, 6],
      [
        [19, 21],
        [13, 17],
      ],
    )
    const [change] = changesIn([hostOf([faster])], 'sdps')
    expect(change!.size).toBeCloseTo(0.4, 12)
    // The simulated changes are -6 and -4 of 20, a quarter on average: 0.15 less than predicted,
    // each run 0.05 off its mean.
    expect(change!.off).toBeCloseTo(-0.15, 12)
    expect(change!.chance).toBeCloseTo(0.05 ** 2, 12)
  })

  test('of at most 2 % are left out, and domains that have no answer', () => {
    const little = domain([10, 10.19], [[10], [20]])
    const none = domainOf({ peer: { client: [1] } }, { peer: { client: [2] } })
    expect(changesIn([hostOf([little, none])], 'sdps')).toEqual([])
  })

  test('the gain of the mean slowdown: independent errors of what shifts between domains', () => {
    const up = domain(
      [2, 3],
      [
        [2, 2],
        [4, 4],
      ],
    )
    const down = domain(
      [30, 15],
      [
        [30, 30],
        [10, 20],
      ],
      10,
    )
    const [gain] = gainsIn([hostOf([up, down])], 'sdps')
    // The slowdowns are 2 + 3 before; +1 and -1.5 are predicted, +2 and -1.5 simulated.
    expect(gain!.size).toBeCloseTo(Math.hypot(1, 1.5) / 5, 12)
    expect(gain!.off).toBeCloseTo(-(0.5 / 5 + 0.5 / 5), 12)
    // The change in the two runs of the second domain is -2 and -1 of 5.
    expect(gain!.chance).toBeCloseTo(0.1 ** 2, 12)
  })
})
