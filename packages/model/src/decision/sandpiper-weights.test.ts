import { describe, expect, test } from 'vitest'
import { lambdaCap } from '../estimators/sandpiper/sandpiper-capacity.ts'
import type { DomainLoad } from '../load/host-load.ts'
import { type SandpiperDomain, sandpiperWeights } from './sandpiper-weights.ts'

/** Without variance, lambda_cap = 1 / s: 100 per second by the log, 200 by CPU time. */
const load: DomainLoad = {
  name: 'vm1',
  arrivalRatePerSecond: 50,
  serviceTimeSeconds: 0.005,
  interArrivalVarianceSeconds2: 0,
  logServiceTimeSeconds: 0.01,
  logServiceTimeVarianceSeconds2: 0,
}

const domain = (
  busyArrivalRatePerSecond: number,
  more: Partial<SandpiperDomain> = {},
): SandpiperDomain => ({ load, busyArrivalRatePerSecond, targetSeconds: 0.02, ...more })

const weigh = (of: SandpiperDomain, weights: Record<string, number> = { vm1: 256 }) =>
  sandpiperWeights([of], weights)[0]!

describe('w (lambda_peak / lambda_cap), where that is more than w', () => {
  test('a peak of 150 against a capacity of 100: 256 1.5 = 384', () => {
    expect(weigh(domain(150))).toMatchObject({
      name: 'vm1',
      action: 'raise',
      lambdaCapPerSecond: expect.closeTo(100, 9),
      factor: expect.closeTo(1.5, 12),
      weight: 384,
    })
  })

  test('a peak at the capacity, or below it, keeps the weight and shows the factor', () => {
    // 1 / 0.25 is exactly 4.
    const exact = { ...load, logServiceTimeSeconds: 0.25 }
    expect(weigh(domain(4, { load: exact, targetSeconds: 1 }))).toMatchObject({
      action: 'keep',
      factor: 1,
      weight: 256,
    })
    expect(weigh(domain(50))).toMatchObject({
      action: 'keep',
      lambdaCapPerSecond: expect.closeTo(100, 9),
      factor: expect.closeTo(0.5, 12),
      weight: 256,
    })
  })

  test("rounds to whole weights, up to Xen's 65,535", () => {
    expect(weigh(domain(101), { vm1: 10 }).weight).toBe(10)
    expect(weigh(domain(106), { vm1: 10 }).weight).toBe(11)
    expect(weigh(domain(200), { vm1: 60_000 }).weight).toBe(65_535)
  })

  test("starts from Xen's 256 where no weight is known", () => {
    expect(weigh(domain(200), {}).weight).toBe(512)
    expect(weigh(domain(50), {}).weight).toBe(256)
  })

  test('uses the variances of the log', () => {
    const varied = {
      ...load,
      interArrivalVarianceSeconds2: 0.0004,
      logServiceTimeVarianceSeconds2: 0.0001,
    }
    const capacity = lambdaCap({
      serviceTimeSeconds: 0.01,
      targetSeconds: 0.02,
      interArrivalVarianceSeconds2: 0.0004,
      serviceTimeVarianceSeconds2: 0.0001,
    })
    expect(weigh(domain(10, { load: varied })).lambdaCapPerSecond).toBeCloseTo(capacity, 9)
    // 1 / (0.01 + 0.0005 / 0.02)
    expect(capacity).toBeCloseTo(1 / 0.035, 9)
  })

  test('takes the service time from the log, or on request from CPU time', () => {
    const capacity = (serviceTimeSource?: 'log' | 'cpu') =>
      sandpiperWeights([domain(1)], {}, serviceTimeSource && { serviceTimeSource })[0]!
        .lambdaCapPerSecond
    expect(capacity()).toBeCloseTo(100, 9)
    expect(capacity('log')).toBeCloseTo(100, 9)
    expect(capacity('cpu')).toBeCloseTo(200, 9)
  })
})

describe('no weight follows', () => {
  const kept = { lambdaCapPerSecond: null, factor: null, weight: 300 }

  test('without a target', () => {
    const { targetSeconds: _, ...aimless } = domain(150)
    expect(weigh(aimless, { vm1: 300 })).toMatchObject({ ...kept, action: 'unknown' })
  })

  test.each([
    'interArrivalVarianceSeconds2',
    'logServiceTimeSeconds',
    'logServiceTimeVarianceSeconds2',
  ] as const)('without the %s', (quantity) => {
    const { [quantity]: _, ...partial } = load
    expect(weigh(domain(150, { load: partial }), { vm1: 300 })).toMatchObject({
      ...kept,
      action: 'unknown',
    })
  })

  test('where no rate keeps the target, which is known: lambda_cap = 0', () => {
    expect(weigh(domain(150, { targetSeconds: 0.01 }), { vm1: 300 })).toMatchObject({
      ...kept,
      lambdaCapPerSecond: 0,
      action: 'impossible',
    })
  })
})

test('each domain is weighed by itself, in the order given', () => {
  const other = { ...load, name: 'vm2' }
  const answers = sandpiperWeights([domain(300), domain(120, { load: other })], {
    vm1: 100,
    vm2: 200,
  })
  expect(answers.map(({ name, weight }) => [name, weight])).toEqual([
    ['vm1', 300],
    ['vm2', 240],
  ])
})
