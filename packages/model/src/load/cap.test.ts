import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capAllowanceSeconds, cappedPCpus, cappedTime } from './cap.ts'
import type { DomainLoad } from './host-load.ts'

const domain = (arrivalRatePerSecond: number, x: number, capPercent?: number): DomainLoad => ({
  name: 'vm1',
  arrivalRatePerSecond,
  serviceTimeSeconds: x,
  ...(capPercent === undefined ? {} : { capPercent }),
})

test('a cap is percent of one pCPU; 0 and no cap are no limit', () => {
  expect(cappedPCpus(domain(1, 1, 50))).toBe(0.5)
  expect(cappedPCpus(domain(1, 1, 250))).toBe(2.5)
  expect(cappedPCpus(domain(1, 1, 0))).toBe(Number.POSITIVE_INFINITY)
  expect(cappedPCpus(domain(1, 1))).toBe(Number.POSITIVE_INFINITY)
})

test('the allowance is 30 ms and one period of the cap with credit, 10 ms of the cap with credit2', () => {
  expect(capAllowanceSeconds(0.4)).toBeCloseTo(0.042, 12)
  expect(capAllowanceSeconds(0.4, 'credit')).toBeCloseTo(0.042, 12)
  expect(capAllowanceSeconds(0.4, 'credit2')).toBeCloseTo(0.004, 12)
})

describe('cappedTime', () => {
  test('is no bound without a cap, and endless at a cap that equals the demand or less', () => {
    expect(cappedTime(domain(50, 0.01), 'credit', 1)).toBe(0)
    // 1 / 8 times 4 is exactly 0.5.
    expect(cappedTime(domain(4, 0.125, 50), 'credit', 1)).toBe(Number.POSITIVE_INFINITY)
    expect(cappedTime(domain(60, 0.01, 50), 'credit', 1)).toBe(Number.POSITIVE_INFINITY)
  })

  test('by hand: c = 0.5, rho = 0.3, x = 10 ms under credit2', () => {
    // B = 10 0.5 / 2 = 2.5 ms; parked = e^(-2.5 0.2 / (0.5 10)) = e^-0.1.
    const parked = Math.exp(-0.1)
    const expected = 0.01 * (1 + parked) + parked * (0.01 / 0.2 - 0.01 / 0.5)
    expect(cappedTime(domain(30, 0.01, 50), 'credit2', 1)).toBeCloseTo(expected, 12)
  })

  test('by hand under credit, which is the default: B = 30 1.5 / 2 = 22.5 ms', () => {
    const parked = Math.exp(-(22.5 * 0.2) / (0.5 * 10))
    const expected = 0.01 * (1 + parked) + parked * (0.01 / 0.2 - 0.01 / 0.5)
    expect(cappedTime(domain(30, 0.01, 50), 'credit', 1)).toBeCloseTo(expected, 12)
    expect(cappedTime(domain(30, 0.01, 50), undefined, 1)).toBeCloseTo(expected, 12)
  })

  test('demands far beyond the allowance see a server of speed c: x / (c - rho)', () => {
    expect(cappedTime(domain(3e-4, 1000, 50), 'credit', 1)).toBeCloseTo(1000 / 0.2, 0)
  })

  test('demands far below it run at full speed: x', () => {
    expect(cappedTime(domain(3e4, 1e-5, 50), 'credit', 1)).toBeCloseTo(1e-5, 12)
  })

  test('above one pCPU, no demand is stretched and only the wait is that of speed c', () => {
    // Long demands at c = 1.5 and rho = 0.9: x + x / 0.6 - x / 1.5 = 2 x.
    expect(cappedTime(domain(9e-4, 1000, 150), 'credit2', 1)).toBeCloseTo(2000, 1)
  })

  test('the variability multiplies the wait and not the service', () => {
    const at = (factor: number) => cappedTime(domain(30, 0.01, 50), 'credit2', factor)
    const parked = Math.exp(-0.1)
    expect(at(0)).toBeCloseTo(0.01 * (1 + parked), 12)
    expect(at(3) - at(0)).toBeCloseTo(3 * (at(1) - at(0)), 12)
  })

  test('falls with the cap and grows with the rate', () => {
    const part = fc.double({ min: 0.05, max: 0.9, noNaN: true })
    const caps = fc.integer({ min: 5, max: 400 })
    const demand = fc.double({ min: 1e-4, max: 0.5, noNaN: true })
    const scheduler = fc.constantFrom('credit' as const, 'credit2' as const)
    fc.assert(
      fc.property(part, caps, demand, scheduler, (busy, cap, x, by) => {
        const rate = (busy * cap) / 100 / x
        const time = cappedTime(domain(rate, x, cap), by, 1)
        expect(cappedTime(domain(rate, x, cap * 1.1), by, 1)).toBeLessThanOrEqual(time)
        expect(cappedTime(domain(rate * 1.05, x, cap), by, 1)).toBeGreaterThanOrEqual(time)
        expect(time).toBeGreaterThanOrEqual(x)
      }),
    )
  })
})
