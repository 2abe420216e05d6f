import { describe, test } from 'vitest'
import { constant, exponential, schedulers } from './hosts.fixture.ts'
import { expectConserved, expectMD1, expectMM1, expectSharing, x } from './queues.fixture.ts'

describe.each(schedulers)('textbook queues under $name', (scheduler) => {
  test.each([30, 50, 100, 130])('M/M/1, FIFO, %i requests per second', (rate) =>
    expectMM1(rate, scheduler),
  )

  test.each([30, 50, 100, 130])('M/D/1, FIFO, %i requests per second', (rate) =>
    expectMD1(rate, scheduler),
  )

  test.each([constant(x), exponential(x)])('M/G/1, processor sharing, $kind', (serviceTime) =>
    expectSharing(serviceTime, scheduler),
  )

  test.each([[[256, 256, 256]], [[1024, 256, 256]], [[256, 256, 2048]], [[64, 1024, 4096]]])(
    'sum rho_i T_i does not depend on the weights %j',
    (weights) => expectConserved(weights, scheduler),
  )
})
