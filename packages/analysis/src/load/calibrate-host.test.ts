import { expect, it } from 'vitest'
import { findGuests } from '../recorded/guests.ts'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { calibratedHostLoad, calibrateHost, calibrationWindows } from './calibrate-host.ts'

const rates = [10, 20, 30, 40, 50, 60, 20, 40, 10, 60]
const gaps = (resolution: 'second' | 'microsecond', scv: number) => ({
  count: 9,
  meanSeconds: 0.1,
  varianceSeconds2: scv * 0.01,
  resolution,
})

/**
 * vm1 takes 8 ms and 1 % of a pCPU; Domain-0 takes 0.3 ms per request and 2 %, with 25 wake-ups of
 * 0.8 ms each per request.
 */
const observations = rates.flatMap((rate, index) => [
  observationOf('vm1', index * 10, {
    requests: requestsOf({ arrivals: rate * 10, interArrival: gaps('second', 3) }),
    clientRequests: requestsOf({
      arrivals: rate * 10,
      interArrival: gaps('microsecond', 2),
      duration: durationOf({ meanSeconds: 0.02 }),
    }),
    cpu: cpuOf({ usedSeconds: 0.1 + rate * 0.08 }),
  }),
  observationOf('Domain-0', index * 10, {
    cpu: cpuOf({
      usedSeconds: 0.2 + rate * 0.003,
      runnableWaitSeconds: rate * 0.2,
      dispatches: rate * 250,
    }),
  }),
])

const host: RecordedHost = {
  observations,
  windowSeconds: 10,
  regimes: [{ fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: { vm1: 512 } }],
  plannedPhases: [],
  scheduler: 'credit2',
  capPercents: { vm1: 80 },
  pCpus: { count: 1, source: 'host' },
}
const windows = groupWindows(observations, 10)
const guests = findGuests(windows)

it('takes measured times and inter-arrival times from the clients, durations from the log', () => {
  const [first] = calibrationWindows(host, windows, guests)
  expect(first!.weights).toEqual({ vm1: 512, 'Domain-0': 256 })
  expect(first!.domains[0]).toMatchObject({
    arrivals: 100,
    completions: 100,
    measured: { meanSeconds: 0.02 },
    logged: { meanSeconds: 0.01 },
    gaps: { count: 9, byClient: true },
  })
})

it('takes both from the log where there are no clients, with as many inter-arrival times as fit into counted seconds', () => {
  const logged = observations.map((each) => ({ ...each, clientRequests: null }))
  const [first] = calibrationWindows(host, groupWindows(logged, 10), findGuests(windows))
  expect(first!.domains[0]!.gaps).toMatchObject({ count: 90, byClient: false })
})

it('leaves out CPU time of windows that the trace covers in part', () => {
  const cut = observations.map((each) =>
    each.windowStartEpochSeconds === 0 && each.cpu
      ? { ...each, cpu: { ...each.cpu, coveredSeconds: 5 } }
      : each,
  )
  const [first, second] = calibrationWindows(host, groupWindows(cut, 10), guests)
  expect([first!.domains[0]!.cpuSeconds, first!.domain0]).toEqual([null, null])
  expect(second!.domains[0]!.cpuSeconds).toBeCloseTo(1.7, 12)
})

it('finds what the windows were calibrated from, and passes it on with the load of any of them', () => {
  const calibration = calibrateHost(host, windows, guests)
  const [vm1] = calibration.domains
  expect(vm1!.serviceTimeSeconds!.value).toBeCloseTo(0.008, 9)
  expect(vm1!.backgroundUtilisation!.value).toBeCloseTo(0.01, 9)
  expect(calibration.domain0.requestCostSeconds!.value).toBeCloseTo(0.0003, 9)
  const load = calibratedHostLoad(host, windows.slice(0, 1), guests, calibration)
  expect(load).toMatchObject({ scheduler: 'credit2', pCpus: 1 })
  expect(load.domains[0]).toMatchObject({
    capPercent: 80,
    arrivalScv: expect.closeTo(2, 9),
    backgroundUtilisation: expect.closeTo(0.01, 9),
  })
  expect(load.domain0.wakeDelaySeconds).toBeCloseTo(0.0008, 12)
  expect(load.domain0.backgroundUtilisation).toBeCloseTo(0.02, 9)
})

it('passes on how many vCPUs the domains have, where that is known', () => {
  const calibration = calibrateHost(host, windows, guests)
  const vCpusIn = (each: RecordedHost) =>
    calibratedHostLoad(each, windows, guests, calibration).domains[0]!.vCpus
  expect(vCpusIn({ ...host, vCpus: { vm1: 2, vm2: 1 } })).toBe(2)
  expect(vCpusIn({ ...host, vCpus: { vm2: 1 } })).toBeUndefined()
  expect(vCpusIn(host)).toBeUndefined()
})

it('counts wake-ups where xentrace records them, not dispatches', () => {
  const traced = observations.map((each) =>
    each.domain === 'Domain-0' && each.cpu
      ? {
          ...each,
          cpu: {
            ...each.cpu,
            source: 'xentrace' as const,
            schedule: {
              offlineSeconds: 0,
              wakeToRun: durationOf({ count: 50, meanSeconds: 0.002 }),
              preemptedWait: null,
              runLength: null,
              blockedLength: null,
              continuations: 0,
              waitedBehindSeconds: {},
            },
          },
        }
      : each,
  )
  const { domain0 } = calibrateHost(host, groupWindows(traced, 10), guests)
  expect(domain0.wakeDelaySeconds).toMatchObject({ value: expect.closeTo(0.002, 12), n: 500 })
})
