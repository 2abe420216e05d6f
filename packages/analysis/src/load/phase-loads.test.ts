import { expect, it } from 'vitest'
import type { Guest } from '../recorded/guests.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { hostUtilisation } from './host-load.ts'
import { phaseLoads } from './phase-loads.ts'

const guests: Guest[] = [
  { name: 'vm1', measuredBy: 'access-log', serviceTimeSeconds: 0.01, serviceTimeSource: 'cpu' },
]

const host: RecordedHost = {
  observations: [0, 10, 20].flatMap((start, index) => [
    observationOf('vm1', start, {
      requests: requestsOf({ arrivals: 100 * (index + 1) }),
      cpu: cpuOf({ usedSeconds: 1 + index }),
    }),
    observationOf('Domain-0', start, { cpu: cpuOf({ usedSeconds: 0.5 }) }),
    observationOf('idle', start, { cpu: cpuOf({ usedSeconds: 8.5 - index }) }),
  ]),
  windowSeconds: 10,
  regimes: [
    { fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: { vm1: 256 } },
    { fromEpochSeconds: 20, weights: { vm1: 512 } },
  ],
  plannedPhases: [],
  pCpus: { count: 1, source: 'trace' },
}
const windows = groupWindows(host.observations, 10)
const span = (label: string, fromEpochSeconds: number, toEpochSeconds: number) => ({
  label,
  fromEpochSeconds,
  toEpochSeconds,
})

it('gives each phase its own load and the weights of its own time', () => {
  const [first, second] = phaseLoads(host, windows, guests, [span('1', 0, 20), span('2', 20, 30)])
  expect(first!.weights).toEqual({ vm1: 256, 'Domain-0': 256 })
  expect(first!.load.domains[0]!.arrivalRatePerSecond).toBe(15)
  expect(second!.weights).toEqual({ vm1: 512, 'Domain-0': 256 })
  expect(second!.load.domains[0]!.arrivalRatePerSecond).toBe(30)
})

it('leaves out phases in which nothing was observed', () => {
  const found = phaseLoads(host, windows, guests, [span('1', 0, 30), span('2', 30, 60)])
  expect(found.map((phase) => phase.span.label)).toEqual(['1'])
})

it('counts Domain-0 as use of the host, but not idle time', () => {
  expect(hostUtilisation(windows, 1)).toBeCloseTo((1 + 2 + 3 + 3 * 0.5) / 30)
  expect(hostUtilisation(windows, 2)).toBeCloseTo((1 + 2 + 3 + 3 * 0.5) / 60)
  expect(hostUtilisation([], 1)).toBeNull()
})
