import { describe, expect, test } from 'vitest'
import type { TwinGuest } from './host/twin-config.ts'
import { constant, exponential, guest, poisson, schedulers } from './hosts.fixture.ts'
import type { Interval } from './results/interval.ts'
import { replicate } from './results/replicate.ts'

const run = { seed: 40, replications: 6, horizonSeconds: 320, warmupSeconds: 20 }

/**
 * Twice the half-width: about 1 in 300 intervals of six runs misses by that much by chance; the
 * seed is fixed.
 */
function expectWithin({ mean, halfWidth }: Interval, truth: number): void {
  expect(Math.abs(mean - truth)).toBeLessThan(2 * halfWidth!)
  // An interval so wide that anything passes would prove nothing.
  expect(halfWidth! / truth).toBeLessThan(0.08)
}

const responseOf = (guests: TwinGuest[], scheduler = schedulers[0]!) =>
  replicate({ pCpus: 1, scheduler, guests }, run).domains.map(
    ({ requests }) => requests!.responseTime.mean!,
  )

const x = 0.006

describe.each(schedulers)('one guest alone under $name', (scheduler) => {
  test.each([50, 100, 130])('M/M/1, FIFO, %i requests per second', (rate) => {
    const [mean] = responseOf([guest('a', poisson(rate), exponential(x))], scheduler)
    expectWithin(mean!, x / (1 - rate * x))
  })

  test.each([50, 100, 130])('M/D/1, FIFO, %i requests per second', (rate) => {
    const rho = rate * x
    const [mean] = responseOf([guest('a', poisson(rate), constant(x))], scheduler)
    expectWithin(mean!, x + (rho * x) / (2 * (1 - rho)))
  })

  test('M/G/1, FIFO: Pollaczek and Khinchine, with a gamma of two moments', () => {
    const [rate, variation] = [100, 3]
    const serviceTime = {
      kind: 'gamma',
      meanSeconds: x,
      squaredCoefficientOfVariation: variation,
    } as const
    const [mean] = responseOf([guest('a', poisson(rate), serviceTime)], scheduler)
    const rho = rate * x
    expectWithin(mean!, x + (rho * x * (1 + variation)) / (2 * (1 - rho)))
  })

  test.each([constant(x), exponential(x)])('M/G/1, processor sharing, $kind', (serviceTime) => {
    const [mean] = responseOf(
      [guest('a', poisson(100), serviceTime, { discipline: 'processor-sharing' })],
      scheduler,
    )
    expectWithin(mean!, x / (1 - 100 * x))
  })

  test('M/M/2: two vCPUs on two pCPUs, FIFO', () => {
    const rate = 250
    const { domains } = replicate(
      { pCpus: 2, scheduler, guests: [guest('a', poisson(rate), exponential(x), { vCpus: 2 })] },
      run,
    )
    // W = x / (1 - rho^2) for two servers.
    const rho = (rate * x) / 2
    expectWithin(domains[0]!.requests!.responseTime.mean!, x / (1 - rho * rho))
  })
})

test('M/D/1 with arrivals in batches: requests wait for others of their batch too', () => {
  const [batchesPerSecond, meanBatchSize] = [40, 2.5]
  const rho = batchesPerSecond * meanBatchSize * x
  const [mean] = responseOf([
    guest('a', { kind: 'batch', batchesPerSecond, meanBatchSize }, constant(x)),
  ])
  // Geometric batches: E[B(B-1)] = 2 m (m - 1); the work of a batch is served as one request.
  const squareOfWork = x * x * (2 * meanBatchSize ** 2 - meanBatchSize)
  const waitForBatch = (batchesPerSecond * squareOfWork) / (2 * (1 - rho))
  expectWithin(mean!, waitForBatch + (meanBatchSize - 1) * x + x)
})

test('requests never wait in D/D/1', () => {
  const [mean] = responseOf([guest('a', { kind: 'periodic', ratePerSecond: 100 }, constant(x))])
  expect(mean!.mean).toBeCloseTo(x, 9)
})

describe.each(schedulers)('conservation law under $name', (scheduler) => {
  // Kleinrock 1965: with exponential demands, sum rho_i T_i is the same under every work-conserving
  // discipline that does not use sizes.
  const guests = (weights: number[]) => [
    guest('a', poisson(40), exponential(0.006), { weight: weights[0] }),
    guest('b', poisson(40), exponential(0.006), { weight: weights[1] }),
    guest('c', poisson(150), exponential(0.0015), { weight: weights[2] }),
  ]
  const rhos = [0.24, 0.24, 0.225]
  const sumRhoX = 0.24 * 0.006 * 2 + 0.225 * 0.0015
  const invariant = sumRhoX / (1 - 0.705)

  test.each([[[256, 256, 256]], [[1024, 256, 256]], [[256, 256, 2048]]])(
    'sum rho_i T_i does not depend on the weights %j',
    (weights) => {
      const times = replicate(
        { pCpus: 1, scheduler, guests: guests(weights) },
        { ...run, seed: 7 },
      ).domains.map(({ requests }) => requests!.responseTime.mean!)
      const sum = rhos.reduce((total, rho, index) => total + rho * times[index]!.mean, 0)
      // The terms are not independent, so the sum of their half-widths is a bound.
      const bound = rhos.reduce((total, rho, index) => total + rho * times[index]!.halfWidth!, 0)
      expect(Math.abs(sum - invariant)).toBeLessThan(2 * bound)
      expect(bound / invariant).toBeLessThan(0.1)
    },
  )
})

test('under time sharing at ticks, equal demands take slightly longer than under processor sharing', () => {
  const rate = 120
  const mean = (discipline: 'processor-sharing' | 'time-sharing') =>
    responseOf([guest('a', poisson(rate), constant(x), { discipline })])[0]!.mean
  const shared = mean('processor-sharing')
  // New arrivals are preferred, by a millisecond. If the job with the least service always went
  // first (FB), it would be x / (1 - rho) + rate x^2 / (2 (1 - rho)^2) (Kleinrock, Queueing Systems
  // II, 1976, section 4.6).
  const leastFirst = shared * (1 + (rate * x) / (2 * (1 - rate * x)))
  expect(mean('time-sharing')).toBeGreaterThan(shared)
  expect(mean('time-sharing')).toBeLessThan((shared + leastFirst) / 2)
})
