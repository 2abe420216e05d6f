import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lambdaCap, sandpiperResponseTimeSeconds } from './sandpiper-capacity.ts'

const steady = { interArrivalVarianceSeconds2: 0, serviceTimeVarianceSeconds2: 0 }

describe("Kingman's bound d = s + lambda (sigma_a^2 + sigma_b^2) / (2 (1 - lambda s))", () => {
  test('by hand: 10 ms + 50 (0.0003 + 0.0001) / (2 0.5) = 30 ms', () => {
    expect(sandpiperResponseTimeSeconds(50, 0.01, 0.0003, 0.0001)).toBeCloseTo(0.03, 12)
  })

  test('is the service time alone for D/D/1', () => {
    expect(sandpiperResponseTimeSeconds(99, 0.01, 0, 0)).toBe(0.01)
  })

  test('exceeds the exact M/M/1 by s (1 + rho) / (2 rho)', () => {
    for (const rho of [0.2, 0.5, 0.9, 0.99]) {
      const rate = rho / 0.01
      const bound = sandpiperResponseTimeSeconds(rate, 0.01, 1 / rate ** 2, 0.01 ** 2)
      const exact = 0.01 / (1 - rho)
      // The bound's wait is (1 / lambda + lambda s^2) / (2 (1 - rho)), the exact one rho s / (1 - rho).
      expect(bound - exact).toBeCloseTo((0.01 * (1 + rho)) / (2 * rho), 12)
    }
  })

  test('is endless from saturation on', () => {
    expect(sandpiperResponseTimeSeconds(4, 0.25, 1, 1)).toBe(Number.POSITIVE_INFINITY)
    expect(sandpiperResponseTimeSeconds(4, 0.25, 0, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(sandpiperResponseTimeSeconds(5, 0.25, 0, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(sandpiperResponseTimeSeconds(3.99, 0.25, 1, 1)).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})

describe('lambda_cap', () => {
  test('is 1 / s without variance, whatever the reserve', () => {
    expect(lambdaCap({ ...steady, serviceTimeSeconds: 0.01, targetSeconds: 0.011 })).toBeCloseTo(
      100,
      9,
    )
    expect(lambdaCap({ ...steady, serviceTimeSeconds: 0.01, targetSeconds: 9 })).toBeCloseTo(100, 9)
  })

  test('is 0 for a target at the service time or below it', () => {
    expect(lambdaCap({ ...steady, serviceTimeSeconds: 0.01, targetSeconds: 0.01 })).toBe(0)
    expect(lambdaCap({ ...steady, serviceTimeSeconds: 0.01, targetSeconds: 0.005 })).toBe(0)
  })

  const seconds = fc.double({ min: 1e-4, max: 1, noNaN: true })
  const variances = fc.double({ min: 1e-8, max: 1, noNaN: true })
  const inputs = fc.record({
    serviceTimeSeconds: seconds,
    reserve: seconds,
    interArrivalVarianceSeconds2: variances,
    serviceTimeVarianceSeconds2: variances,
  })
  const capacityOf = ({
    reserve,
    ...input
  }: typeof inputs extends fc.Arbitrary<infer T> ? T : never) =>
    lambdaCap({ ...input, targetSeconds: input.serviceTimeSeconds + reserve })

  test('is the rate at which the bound meets the target', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { serviceTimeSeconds: s, reserve } = input
        const time = sandpiperResponseTimeSeconds(
          capacityOf(input),
          s,
          input.interArrivalVarianceSeconds2,
          input.serviceTimeVarianceSeconds2,
        )
        expect(time / (s + reserve)).toBeCloseTo(1, 6)
      }),
    )
  })

  test('does not depend on the unit of time: all times twice, variances four times, half the rate', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const doubled = {
          serviceTimeSeconds: 2 * input.serviceTimeSeconds,
          reserve: 2 * input.reserve,
          interArrivalVarianceSeconds2: 4 * input.interArrivalVarianceSeconds2,
          serviceTimeVarianceSeconds2: 4 * input.serviceTimeVarianceSeconds2,
        }
        expect((2 * capacityOf(doubled)) / capacityOf(input)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('grows with the reserve and falls with either variance', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const own = capacityOf(input)
        expect(capacityOf({ ...input, reserve: 2 * input.reserve })).toBeGreaterThan(own)
        for (const key of [
          'interArrivalVarianceSeconds2',
          'serviceTimeVarianceSeconds2',
        ] as const) {
          expect(capacityOf({ ...input, [key]: 2 * input[key] })).toBeLessThan(own)
        }
      }),
    )
  })
})
