import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainLoad } from './host-load.ts'
import {
  arrivalExcess,
  arrivalScv,
  demandExcess,
  inLineBetween,
  inLineWithin,
  metDemandSeconds,
  ownWaitPart,
  serviceTimeScv,
  variabilityFactors,
} from './variability.ts'

const domain = (more: Partial<DomainLoad> = {}): DomainLoad => ({
  name: 'vm1',
  arrivalRatePerSecond: 50,
  serviceTimeSeconds: 0.01,
  ...more,
})

describe('squared coefficients of variation', () => {
  test('c_a^2 is the variance of the gaps over the square of their mean, lambda^2 sigma^2', () => {
    expect(arrivalScv(domain({ interArrivalVarianceSeconds2: 0.0008 }))).toBeCloseTo(2, 12)
  })

  test('c_a^2 as identified over the recording comes first, 0 included', () => {
    const more = { interArrivalVarianceSeconds2: 0.0008 }
    expect(arrivalScv(domain({ ...more, arrivalScv: 3 }))).toBe(3)
    expect(arrivalScv(domain({ ...more, arrivalScv: 0 }))).toBe(0)
    expect(arrivalScv(domain({ interArrivalVarianceSeconds2: 0 }))).toBe(0)
  })

  test('both are 1 where nothing is known: Poisson arrivals and exponential demands', () => {
    expect(arrivalScv(domain())).toBe(1)
    expect(serviceTimeScv(domain())).toBe(1)
    expect(serviceTimeScv(domain({ serviceTimeScv: 0 }))).toBe(0)
  })

  test('an arrival meets a demand of E[S^2] / E[S] = x (1 + c_s^2)', () => {
    expect(metDemandSeconds(domain())).toBeCloseTo(0.02, 12)
    expect(metDemandSeconds(domain({ serviceTimeScv: 0 }))).toBeCloseTo(0.01, 12)
    expect(metDemandSeconds(domain({ serviceTimeScv: 4 }))).toBeCloseTo(0.05, 12)
  })
})

describe('variabilityFactors', () => {
  test.each<[string, Partial<DomainLoad>, number, number]>([
    ['M/M/1', {}, 1, 1],
    ['M/D/1 by Pollaczek and Khinchine', { serviceTimeScv: 0 }, 0.5, 1],
    ['M/G/1 with c_s^2 = 4', { serviceTimeScv: 4 }, 2.5, 1],
    ['D/D/1', { serviceTimeScv: 0, arrivalScv: 0 }, 0, 0],
    ['c_a^2 = 3, c_s^2 = 1: (3 + 1) / 2 both in line and shared', { arrivalScv: 3 }, 2, 2],
    ['c_a^2 = 3, c_s^2 = 0: 3 / 2 and 3 / 1', { arrivalScv: 3, serviceTimeScv: 0 }, 1.5, 3],
  ])('%s', (_, more, inLine, sharing) => {
    expect(variabilityFactors([domain(more)])).toEqual({
      inLine: expect.closeTo(inLine, 12),
      sharing: expect.closeTo(sharing, 12),
    })
  })

  test('domains count by lambda x^2: v = 5 and 20 ms with c_s^2 = 0 and 4', () => {
    const steady = domain({ serviceTimeScv: 0 })
    const varied = domain({ serviceTimeSeconds: 0.02, serviceTimeScv: 4 })
    const { inLine, sharing } = variabilityFactors([steady, varied])
    expect(inLine).toBeCloseTo((5 * 1 + 20 * 5) / (2 * 25), 12)
    expect(sharing).toBeCloseTo(1, 12)
  })

  test('are 1 without any work', () => {
    const nothing = { inLine: 1, sharing: 1 }
    expect(variabilityFactors([])).toEqual(nothing)
    expect(variabilityFactors([domain({ arrivalRatePerSecond: 0 })])).toEqual(nothing)
    expect(variabilityFactors([domain({ serviceTimeSeconds: 0 })])).toEqual(nothing)
  })

  test('of one domain are the sum of its excesses, in line and shared', () => {
    const scv = fc.double({ min: 0, max: 10, noNaN: true })
    fc.assert(
      fc.property(scv, scv, (a, s) => {
        const one = domain({ arrivalScv: a, serviceTimeScv: s })
        const { inLine, sharing } = variabilityFactors([one])
        expect(1 + demandExcess(one, 1) + arrivalExcess(one, 1)).toBeCloseTo(inLine, 9)
        expect(1 + demandExcess(one, 0) + arrivalExcess(one, 0)).toBeCloseTo(sharing, 9)
      }),
    )
  })

  test('halfway between line and sharing, an excess is the mean of the two: c_a^2 = 3, c_s^2 = 4', () => {
    const one = domain({ arrivalScv: 3, serviceTimeScv: 4 })
    expect(demandExcess(one, 0.5)).toBeCloseTo((0.5 * 3) / 2, 12)
    expect(arrivalExcess(one, 0.5)).toBeCloseTo(2 * (0.25 + 0.5 / 5), 12)
  })
})

describe('the part of requests that wait in line', () => {
  test.each([
    ['credit' as const, 0.02],
    ['credit2' as const, 0.004],
  ])(
    'between domains of %s is e^-1 where the demand met equals the unbroken time',
    (scheduler, met) => {
      const one = domain({ serviceTimeSeconds: met / 2 })
      expect(inLineBetween(one, scheduler)).toBeCloseTo(Math.exp(-1), 12)
      if (scheduler === 'credit') expect(inLineBetween(one)).toBe(inLineBetween(one, scheduler))
    },
  )

  test('within a domain is all of them under fifo, and nearly all for tiny demands', () => {
    const tiny = domain({ serviceTimeSeconds: 1e-9 })
    expect(inLineWithin(domain({ discipline: 'fifo', serviceTimeSeconds: 10 }), 50)).toBe(1)
    expect(inLineWithin(tiny, 0)).toBeCloseTo(1, 6)
    expect(inLineWithin(tiny, 50)).toBeCloseTo(1, 6)
  })

  test('within a domain is none for demands of many time slices', () => {
    expect(inLineWithin(domain({ serviceTimeSeconds: 10 }), 0)).toBeCloseTo(0, 12)
    expect(inLineWithin(domain({ serviceTimeSeconds: 10 }), 50)).toBeCloseTo(0, 12)
  })

  test('alone, a request that meets 100 ms waits in line with probability e^-1', () => {
    expect(inLineWithin(domain({ serviceTimeSeconds: 0.05 }), 0)).toBeCloseTo(Math.exp(-1), 12)
  })

  test('by hand at 20 ms met and 15 present: few = 16^-0.75 = 1 / 8, and the others end late', () => {
    // In turn e^-100, so the others count with -2.5 e^-1.
    const expected = Math.exp(-0.2) / 8 + (7 / 8) * (-2.5 * Math.exp(-1))
    expect(inLineWithin(domain(), 15)).toBeCloseTo(expected, 12)
    expect(expected).toBeLessThan(0)
  })

  test('by hand at one turn of 2 ms met and 15 present: in turn e^-1, late 2.5 (e^-0.1 - e^-1)', () => {
    const late = 2.5 * (Math.exp(-0.1) - Math.exp(-1))
    const expected = Math.exp(-0.02) / 8 + (7 / 8) * (Math.exp(-1) - late)
    expect(inLineWithin(domain({ serviceTimeSeconds: 0.001 }), 15)).toBeCloseTo(expected, 12)
  })
})

test('a request waits for its own domain before it first runs: always in line, e^-1 at 5 ms met', () => {
  expect(ownWaitPart(domain({ discipline: 'fifo' }))).toBe(1)
  expect(ownWaitPart(domain({ serviceTimeSeconds: 0.0025 }))).toBeCloseTo(Math.exp(-1), 12)
  expect(ownWaitPart(domain({ serviceTimeSeconds: 0.0025, discipline: 'processor-sharing' }))).toBe(
    ownWaitPart(domain({ serviceTimeSeconds: 0.0025 })),
  )
})
