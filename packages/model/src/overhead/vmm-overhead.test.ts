import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostLoad } from '../load/host-load.ts'
import { parkMiller } from '../numeric/seeded-draws.ts'
import { type MeasuredJobs, vmmOverhead } from './vmm-overhead.ts'
import { allBusyPart, withOverhead } from './with-overhead.ts'

describe('vmmOverhead', () => {
  test('names the platform of published figures and gives no interval', () => {
    const xen = vmmOverhead({ platform: 'xen' })
    expect(xen).toMatchObject({ fraction: 0.0375, interval: null })
    expect(xen.basis).toEqual({ code: 'published', platform: 'xen' })
    expect(vmmOverhead({ platform: 'kvm' }).fraction).toBe(0.0489)
    expect(vmmOverhead({ platform: 'native' }).fraction).toBe(0.0128)
  })

  const batch = (jobs: number, ...runTimesSeconds: number[]): MeasuredJobs => ({
    jobs,
    runTimesSeconds,
  })

  test('3 against 4 jobs, three and four batches, by hand', () => {
    const { fraction, interval, basis } = vmmOverhead({
      pCpus: 4,
      measured: [
        batch(3, 98, 99, 100),
        batch(3, 100),
        batch(3, 101, 101, 101),
        batch(4, 103),
        batch(4, 103, 105),
        batch(4, 105),
        batch(4, 104),
      ],
    })
    expect(basis).toEqual({ code: 'measured', jobs: 4, fewerJobs: 3 })
    expect(fraction).toBeCloseTo(0.04, 12)
    // Standard errors of the logarithms: sqrt(1/3)/100 and sqrt((2/3)/4)/104; 3.743 degrees: t = 2.853.
    const half = 2.853 * Math.hypot(Math.sqrt(1 / 3) / 100, Math.sqrt(2 / 3 / 4) / 104)
    expect(Math.log(1 + interval!.high)).toBeCloseTo(Math.log(1.04) + half, 4)
    expect(Math.log(1 + interval!.low)).toBeCloseTo(Math.log(1.04) - half, 4)
  })

  test('treats jobs of one batch as one measurement, without an interval', () => {
    const { fraction, interval } = vmmOverhead({
      pCpus: 4,
      measured: [batch(3, 99, 100, 101), batch(4, 103, 104, 105, 104)],
    })
    expect(fraction).toBeCloseTo(0.04, 12)
    expect(interval).toBeNull()
  })

  test('the interval covers the overhead although the jobs of a batch are correlated', () => {
    const draw = parkMiller(42, 16807)
    const normal = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw())
    const played = (jobs: number, mean: number) => {
      const common = mean * (1 + 0.005 * normal())
      return batch(jobs, ...Array.from({ length: jobs }, () => common * (1 + 0.001 * normal())))
    }
    const covered = Array.from({ length: 400 }, () => {
      const measured = [3, 4].flatMap((jobs) =>
        Array.from({ length: 4 }, () => played(jobs, jobs === 4 ? 103.75 : 100)),
      )
      const { interval } = vmmOverhead({ pCpus: 4, measured })
      return interval!.low <= 0.0375 && 0.0375 <= interval!.high
    }).filter(Boolean).length
    expect(covered / 400).toBeGreaterThan(0.92)
    expect(covered / 400).toBeLessThan(0.98)
  })

  test('batches that agree leave no doubt', () => {
    const measured = [batch(3, 100), batch(3, 100), batch(4, 104), batch(4, 104)]
    const { interval } = vmmOverhead({ pCpus: 4, measured })
    expect(interval).toEqual({ low: expect.closeTo(0.04, 12), high: expect.closeTo(0.04, 12) })
  })

  test('a single batch of either kind leaves the interval unknown', () => {
    const [three, four] = [batch(3, 100), batch(4, 104)]
    for (const measured of [
      [three, three, four],
      [three, four, four],
    ]) {
      expect(vmmOverhead({ pCpus: 4, measured }).interval).toBeNull()
    }
  })

  test('two batches each of two workloads, by hand: four degrees of freedom, half of the error', () => {
    // 99 and 101 have s^2 = 2, so s^2 / n = 1 of 100^2; the same about 200.
    const measured = ['a', 'b'].flatMap((workload) =>
      [99, 101].flatMap((time) => [
        { workload, jobs: 3, runTimesSeconds: [time] },
        { workload, jobs: 4, runTimesSeconds: [2 * time] },
      ]),
    )
    const { fraction, interval } = vmmOverhead({ pCpus: 4, measured })
    expect(fraction).toBeCloseTo(1, 12)
    // Four parts of 0.01^2 each, t = 2.7764, over two workloads.
    const half = (2.77645 * 0.02) / 2
    expect(Math.log(1 + interval!.high)).toBeCloseTo(Math.log(2) + half, 5)
    expect(Math.log(1 + interval!.low)).toBeCloseTo(Math.log(2) - half, 5)
  })

  test('gives workloads equal weight, however long each takes', () => {
    const of = (workload: string, jobs: number, time: number): MeasuredJobs => ({
      workload,
      jobs,
      runTimesSeconds: [time],
    })
    const { fraction, interval } = vmmOverhead({
      pCpus: 4,
      measured: [of('a', 3, 10), of('a', 4, 10.2), of('b', 3, 1000), of('b', 4, 1060)],
    })
    expect(fraction).toBeCloseTo(Math.sqrt(1.02 * 1.06) - 1, 12)
    expect(interval).toBeNull()
  })

  test('compares jobs on all pCPUs with the largest batch that leaves one free', () => {
    const { fraction, basis } = vmmOverhead({
      pCpus: 4,
      measured: [1, 3, 4].map((jobs) => batch(jobs, 100 + jobs * jobs)),
    })
    expect(fraction).toBeCloseTo(116 / 109 - 1, 12)
    expect(basis).toEqual({ code: 'measured', jobs: 4, fewerJobs: 3 })
  })

  test.each<[string, number, MeasuredJobs[], string]>([
    ['nothing', 4, [], 'for 4 jobs'],
    ['one number of jobs', 4, [batch(4, 1, 2)], 'and for fewer'],
    ['no jobs on all pCPUs', 4, [batch(3, 1), batch(2, 1)], 'for 4 jobs'],
    ['more jobs than pCPUs', 4, [batch(4, 1), batch(5, 1.25)], '5 jobs wait for each other'],
    ['one pCPU', 1, [batch(1, 1), batch(2, 2)], 'one pCPU'],
    ['no run time', 4, [batch(4, 1), batch(3)], 'no run times'],
    ['more run times than jobs', 4, [batch(4, 1), batch(3, 1, 1, 1, 1)], 'each batch by itself'],
    ['a run time of 0', 4, [batch(4, 0), batch(3, 1)], 'above 0'],
    [
      'a workload without jobs on all pCPUs',
      4,
      [batch(3, 1), batch(4, 1), { ...batch(3, 1), workload: 'b' }],
      '',
    ],
    [
      'a workload without fewer jobs',
      4,
      [batch(3, 1), batch(4, 1), { ...batch(4, 1), workload: 'b' }],
      '',
    ],
    ['half a job', 4, [batch(3.5, 1), batch(3, 1)], 'whole number'],
  ])('rejects %s', (_, pCpus, measured, words) => {
    const refusal = { code: 'invalid-load', message: expect.stringContaining(words) as string }
    expect(() => vmmOverhead({ measured, pCpus })).toThrowError(expect.objectContaining(refusal))
  })
})

const hostLoad = (rate: number, pCpus: number): HostLoad => ({
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
  pCpus,
})

describe('withOverhead', () => {
  test('applies to all work on one pCPU and at saturation', () => {
    expect(allBusyPart(hostLoad(10, 1))).toBeCloseTo(1, 12)
    expect(allBusyPart(hostLoad(200, 4))).toBe(1)
    const { domains } = withOverhead(hostLoad(200, 4), 0.0375)
    expect(domains[0]!.serviceTimeSeconds).toBeCloseTo(0.010375, 12)
    expect(domains[1]!.backgroundUtilisation).toBeCloseTo(0.010375, 12)
  })

  test('applies to almost no work on a nearly idle host of several pCPUs', () => {
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

  test('adds nothing at the load at which the service times were measured', () => {
    const load = hostLoad(60, 4)
    expect(withOverhead(load, 0.05, load)).toBe(load)
    const more = withOverhead(hostLoad(120, 4), 0.05, load).domains[0]!.serviceTimeSeconds
    expect(more).toBeGreaterThan(0.01)
    expect(more).toBeLessThan(0.0105)
  })
})
