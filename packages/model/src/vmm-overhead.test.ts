import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostLoad } from './host-load.ts'
import { type MeasuredJobs, vmmOverhead } from './vmm-overhead.ts'
import { allBusyPart, withOverhead } from './with-overhead.ts'

describe('vmmOverhead', () => {
  test('published figures are labelled, and have no interval', () => {
    const xen = vmmOverhead({ platform: 'xen' })
    expect(xen).toMatchObject({ fraction: 0.0375, interval: null, basis: 'published' })
    expect(xen.label).toMatch(/^Published, paper 4, 2010 hardware/)
    expect(vmmOverhead({ platform: 'kvm' }).fraction).toBe(0.0489)
    expect(vmmOverhead({ platform: 'native' }).fraction).toBe(0.0128)
  })

  test('3 against 4 jobs, by hand', () => {
    const { fraction, interval, basis } = vmmOverhead({
      measured: [
        { jobs: 3, runTimesSeconds: [99, 100, 101] },
        { jobs: 4, runTimesSeconds: [103, 104, 105, 104] },
      ],
    })
    expect(basis).toBe('measured')
    expect(fraction).toBeCloseTo(0.04, 12)
    // Standard errors of the logarithms: sqrt(1/3)/100 and sqrt((2/3)/4)/104; 3.743 degrees: t = 2.853.
    const half = 2.853 * Math.hypot(Math.sqrt(1 / 3) / 100, Math.sqrt(2 / 3 / 4) / 104)
    expect(Math.log(1 + interval!.high)).toBeCloseTo(Math.log(1.04) + half, 4)
    expect(Math.log(1 + interval!.low)).toBeCloseTo(Math.log(1.04) - half, 4)
  })

  test('several workloads count alike, however long each of them takes', () => {
    const jobs = (workload: string, jobs: number, time: number): MeasuredJobs => ({
      ...{ workload, jobs },
      runTimesSeconds: [time],
    })
    const { fraction, interval } = vmmOverhead({
      measured: [jobs('a', 3, 10), jobs('a', 4, 10.2), jobs('b', 3, 1000), jobs('b', 4, 1060)],
    })
    expect(fraction).toBeCloseTo(Math.sqrt(1.02 * 1.06) - 1, 12)
    expect(interval).toBeNull()
  })

  test('the two greatest numbers of jobs are compared', () => {
    const { fraction, label } = vmmOverhead({
      measured: [1, 3, 4].map((jobs) => ({ jobs, runTimesSeconds: [100 + jobs * jobs] })),
    })
    expect(fraction).toBeCloseTo(116 / 109 - 1, 12)
    expect(label).toContain('4 jobs side by side over those of 3')
  })

  test.each<[string, MeasuredJobs[]]>([
    ['nothing', []],
    ['one number of jobs', [{ jobs: 4, runTimesSeconds: [1, 2] }]],
    [
      'no run time',
      [
        { jobs: 4, runTimesSeconds: [1] },
        { jobs: 3, runTimesSeconds: [] },
      ],
    ],
    [
      'a run time of 0',
      [
        { jobs: 4, runTimesSeconds: [0] },
        { jobs: 3, runTimesSeconds: [1] },
      ],
    ],
    [
      'half a job',
      [
        { jobs: 3.5, runTimesSeconds: [1] },
        { jobs: 3, runTimesSeconds: [1] },
      ],
    ],
  ])('%s is no measurement', (_, measured) => {
    expect(() => vmmOverhead({ measured })).toThrowError(
      expect.objectContaining({ code: 'invalid-load' }),
    )
  })
})

const hostLoad = (rate: number, physicalCpus: number): HostLoad => ({
  domains: [
    { name: 'vm1', arrivalRatePerSecond: rate, serviceTimeSeconds: 0.01 },
    {
      name: 'vm2',
      arrivalRatePerSecond: rate,
      serviceTimeSeconds: 0.02,
      backgroundUtilisation: 0.01,
    },
  ],
  domain0: { serviceTimeSeconds: 0.0003, ioRequestsPerSecond: 2 * rate, delayPerIoSeconds: 0 },
  physicalCpus,
})

describe('withOverhead', () => {
  test('on one pCPU, and at saturation, all work pays', () => {
    expect(allBusyPart(hostLoad(10, 1))).toBeCloseTo(1, 12)
    expect(allBusyPart(hostLoad(200, 4))).toBe(1)
    const { domains } = withOverhead(hostLoad(200, 4), 0.0375)
    expect(domains[0]!.serviceTimeSeconds).toBeCloseTo(0.010375, 12)
    expect(domains[1]!.backgroundUtilisation).toBeCloseTo(0.010375, 12)
  })

  test('a nearly idle host of several pCPUs pays next to nothing', () => {
    expect(allBusyPart(hostLoad(1, 4))).toBeLessThan(0.001)
    expect(allBusyPart(hostLoad(0, 4))).toBe(0)
  })

  test('two pCPUs, by hand: C = 2 rho^2 / (1 + rho), so the part is 2 rho / (1 + rho)', () => {
    const load = hostLoad(30, 2)
    const rho = (30 * 0.03 + 60 * 0.0003) / 2
    expect(allBusyPart(load)).toBeCloseTo((2 * rho) / (1 + rho), 12)
  })

  test('the part lies between 0 and 1 and grows with the load', () => {
    const rates = fc.double({ min: 0.1, max: 120, noNaN: true })
    fc.assert(
      fc.property(rates, rates, fc.integer({ min: 1, max: 16 }), (a, b, pCpus) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((rate) =>
          allBusyPart(hostLoad(rate, pCpus)),
        )
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low! - high!).toBeLessThan(1e-9)
      }),
    )
  })

  test('at the load at which service times were measured nothing is added twice', () => {
    const load = hostLoad(60, 4)
    expect(withOverhead(load, 0.05, load)).toBe(load)
    const more = withOverhead(hostLoad(120, 4), 0.05, load).domains[0]!.serviceTimeSeconds
    expect(more).toBeGreaterThan(0.01)
    expect(more).toBeLessThan(0.0105)
  })
})
