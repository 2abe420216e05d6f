import { expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { loadThatCame } from './load-that-came.ts'

const RANGE = { fromEpochSeconds: 5000, toEpochSeconds: 5250 }
const RATES = { vm1: 20, vm2: 60 }

it('has the rates that came and what was known of everything else', () => {
  const known = exampleLoad()
  const came = loadThatCame(known, { range: RANGE, ratesPerSecond: RATES, arrivals: [] })
  expect(came.load.domains.map((each) => each.arrivalRatePerSecond)).toEqual([20, 60])
  expect(came.load.domains.map((each) => each.serviceTimeSeconds)).toEqual([0.01, 0.01])
  expect(came.levels).toEqual([{ load: came.load, seconds: 250 }])
  expect(came).toMatchObject({ range: RANGE, weights: known.weights })
})

it('falls back on one level where the requests of a domain were not kept', () => {
  const arrivals = [
    {
      domain: 'vm1',
      startEpochSeconds: 5000,
      offsetsSeconds: Float64Array.from([1, 2, 3]),
      resolution: 'second' as const,
    },
  ]
  const came = loadThatCame(exampleLoad(), { range: RANGE, ratesPerSecond: RATES, arrivals })
  expect(came.levels).toHaveLength(1)
})

it('Domain-0 goes on with what it did besides requests', () => {
  const windows = [
    { startSeconds: 0, endSeconds: 50, cpuSeconds: 1 },
    { startSeconds: 50, endSeconds: 100, cpuSeconds: 3 },
  ]
  const domain0 = { cpuSecondsPerRequest: 0.001, background: { windows } }
  const known = exampleLoad(undefined, { twin: { domain0 } })
  const { twin } = loadThatCame(known, { range: RANGE, ratesPerSecond: RATES, arrivals: [] })
  expect(twin).toEqual({
    domain0: {
      cpuSecondsPerRequest: 0.001,
      background: {
        windows: [0, 50, 100, 150, 200].map((startSeconds, index) => ({
          startSeconds,
          endSeconds: startSeconds + 50,
          cpuSeconds: index % 2 === 0 ? 1 : 3,
        })),
      },
    },
  })
})
