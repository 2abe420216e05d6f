import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dpsResponseTimes, type SharingClass } from './dps.ts'

const two: SharingClass[] = [
  { arrivalRatePerSecond: 30, serviceTimeSeconds: 0.01 },
  { arrivalRatePerSecond: 100, serviceTimeSeconds: 0.004 },
]

/**
 * T_1 = 1 / (mu_1 (1 - rho)) [1 + mu_1 rho_2 (g_2 - g_1) / (mu_1 g_1 (1 - rho_1) + mu_2 g_2 (1 - rho_2))]:
 * the closed form for two classes (Fayolle, Mitrani, Iasnogorodski 1980).
 */
function closedForm([a, b]: readonly SharingClass[], [ga, gb]: readonly number[]): number[] {
  const [muA, muB] = [1 / a!.serviceTimeSeconds, 1 / b!.serviceTimeSeconds]
  const rhoA = a!.arrivalRatePerSecond / muA
  const rhoB = b!.arrivalRatePerSecond / muB
  const below = muA * ga! * (1 - rhoA) + muB * gb! * (1 - rhoB)
  const idle = 1 - rhoA - rhoB
  return [
    (1 + (muA * rhoB * (gb! - ga!)) / below) / (muA * idle),
    (1 + (muB * rhoA * (ga! - gb!)) / below) / (muB * idle),
  ]
}

describe('discriminatory processor sharing', () => {
  test.each([
    [1, 1],
    [3, 1],
    [1, 100],
  ])('two classes at weights %d : %d equal the closed form', (a, b) => {
    const times = dpsResponseTimes(two, [a, b])!
    for (const [k, exact] of closedForm(two, [a, b]).entries()) {
      expect(times[k]).toBeCloseTo(exact, 12)
    }
  })

  test('one class is M/M/1, equal weights are processor sharing', () => {
    expect(dpsResponseTimes([two[0]!], [7])![0]).toBeCloseTo(0.01 / 0.7, 12)
    expect(dpsResponseTimes(two, [2, 2])).toEqual([
      expect.closeTo(0.01 / 0.3, 12),
      expect.closeTo(0.004 / 0.3, 12),
    ])
  })

  test('heavy traffic: T_i (1 - rho) nears (x_i / g_i) sum rho_j x_j / sum (rho_j x_j / g_j)', () => {
    const left = 1e-6
    const classes = two.map((c) => ({
      ...c,
      arrivalRatePerSecond: (c.arrivalRatePerSecond * (1 - left)) / 0.7,
    }))
    const g = [4, 1]
    const rho = classes.map((c) => c.arrivalRatePerSecond * c.serviceTimeSeconds)
    const sum = (term: (k: number) => number) => term(0) + term(1)
    const common =
      sum((k) => rho[k]! * classes[k]!.serviceTimeSeconds) /
      sum((k) => (rho[k]! * classes[k]!.serviceTimeSeconds) / g[k]!)
    const times = dpsResponseTimes(classes, g)!
    for (const [k, { serviceTimeSeconds }] of classes.entries()) {
      expect((times[k]! * left) / ((serviceTimeSeconds / g[k]!) * common)).toBeCloseTo(1, 4)
    }
  })

  test('conservation: sum rho_i T_i is what it is without weights, for any weights', () => {
    const hosts = fc.array(
      fc.record({
        load: fc.double({ min: 0.01, max: 1, noNaN: true }),
        x: fc.double({ min: 1e-4, max: 0.1, noNaN: true }),
        g: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(hosts, fc.double({ min: 0.01, max: 0.95, noNaN: true }), (drawn, rho) => {
        const whole = drawn.reduce((sum, d) => sum + d.load, 0)
        const classes = drawn.map(({ load, x }) => ({
          arrivalRatePerSecond: (rho * load) / whole / x,
          serviceTimeSeconds: x,
        }))
        const times = dpsResponseTimes(
          classes,
          drawn.map(({ g }) => g),
        )!
        const weighted = (value: (k: number) => number) =>
          classes.reduce(
            (sum, c, k) => sum + c.arrivalRatePerSecond * c.serviceTimeSeconds * value(k),
            0,
          )
        const expected = weighted((k) => classes[k]!.serviceTimeSeconds / (1 - rho))
        expect(weighted((k) => times[k]!) / expected).toBeCloseTo(1, 8)
      }),
    )
  })
})
