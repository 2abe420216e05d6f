import type { HostLoad } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { arrivalRate } from '../recorded/request-rates.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { loadLevels } from './load-levels.ts'

/** Windows of 10 s with the given number of requests of 10 ms each. */
const levels = (arrivals: readonly number[]) =>
  loadLevels(
    groupWindows(
      arrivals.map((count, index) =>
        observationOf('vm1', index * 10, { requests: requestsOf({ arrivals: count }) }),
      ),
      10,
    ),
    (windows): HostLoad => ({
      domains: [
        {
          name: 'vm1',
          arrivalRatePerSecond: arrivalRate(windows, 'vm1'),
          serviceTimeSeconds: 0.01,
        },
      ],
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    }),
  ).map(({ load, seconds }) => [Math.round(load.domains[0]!.arrivalRatePerSecond), seconds])

describe('loadLevels', () => {
  it('is one level where the load does not change beyond chance', () => {
    expect(levels([900, 870, 910, 880, 920, 900])).toEqual([[90, 60]])
  })

  it('separates a calm part from a busy one, in either order', () => {
    expect(levels([900, 900, 900, 200, 200, 200, 900, 900, 900])).toEqual([
      [20, 30],
      [90, 60],
    ])
  })

  it('leaves a short pause with its neighbours', () => {
    expect(levels([500, 500, 500, 900])).toEqual([[60, 40]])
    expect(levels([700])).toEqual([[70, 10]])
  })
})
