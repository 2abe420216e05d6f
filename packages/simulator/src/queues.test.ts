import { describe, expect, test } from 'vitest'
import { replicate } from './engine/replicate.ts'
import { constant, exponential, guest, poisson, schedulers } from './hosts.fixture.ts'
import {
  expectConserved,
  expectMD1,
  expectMM1,
  expectSharing,
  expectWithin,
  responseOf,
  run,
  x,
} from './queues.fixture.ts'

describe.each(schedulers)('one guest alone under $name', (scheduler) => {
  test('M/M/1, FIFO', () => expectMM1(100, scheduler))

  test('M/D/1, FIFO', () => expectMD1(100, scheduler))

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

  test('M/M/1, processor sharing', () => expectSharing(exponential(x), scheduler))

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

test.each(schedulers)('conservation law under $name', (scheduler) => {
  expectConserved([1024, 256, 256], scheduler)
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
