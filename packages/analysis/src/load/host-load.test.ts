import { describe, expect, it } from 'vitest'
import { findGuests } from '../recorded/guests.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { hostLoad, utilisationOf } from './host-load.ts'

describe('hostLoad', () => {
  it('finds x = U / lambda, D_0 and x_0 per request, and IO as the sum of the rates', () => {
    const windows = groupWindows(
      [0, 10].flatMap((start) => [
        observationOf('vm1', start, {
          requests: requestsOf({ arrivals: 300 }),
          cpu: cpuOf({ usedSeconds: 1.8, runnableWaitSeconds: 3 }),
        }),
        observationOf('vm2', start, {
          requests: requestsOf({ arrivals: 100 }),
          cpu: cpuOf({ usedSeconds: 0.5, runnableWaitSeconds: 0.1 }),
        }),
        observationOf('Domain-0', start, {
          cpu: cpuOf({ usedSeconds: 0.12, runnableWaitSeconds: 0.8 }),
        }),
      ]),
      10,
    )
    const { domains, domain0 } = hostLoad(windows, findGuests(windows), 1)
    expect(domains[0]).toMatchObject({ name: 'vm1', arrivalRatePerSecond: 30 })
    expect(domains[0]!.serviceTimeSeconds).toBeCloseTo(0.006, 12)
    expect(domains[0]!.runnableWaitPerRequestSeconds).toBeCloseTo(0.01, 12)
    expect(domains[1]!.serviceTimeSeconds).toBeCloseTo(0.005, 12)
    expect(domain0.ioRequestsPerSecond).toBe(40)
    expect(domain0.serviceTimeSeconds).toBeCloseTo(0.12 / 400, 12)
    expect(domain0.delayPerIoSeconds).toBeCloseTo(0.8 / 400, 12)
    expect(utilisationOf(windows, 'vm1')).toBeCloseTo(0.18, 12)
  })

  it('scales up a window that the trace covers in part, and leaves out one that it hardly covers', () => {
    const at = (start: number, coveredSeconds: number, usedSeconds: number) =>
      observationOf('vm1', start, {
        requests: requestsOf({ arrivals: 100 }),
        cpu: cpuOf({ usedSeconds, coveredSeconds }),
      })
    const windows = groupWindows([at(0, 10, 1), at(10, 5, 0.5), at(20, 1, 0.9)], 10)
    const [vm1] = hostLoad(windows, findGuests(windows), 1).domains
    expect(vm1!.serviceTimeSeconds).toBeCloseTo(0.01, 12)
    expect(vm1!.arrivalRatePerSecond).toBe(10)
  })

  it('does not scale up a window in which trace and log end together', () => {
    const windows = groupWindows(
      [
        [0, 600, 60, 3.6],
        [60, 300, 32, 1.8],
      ].flatMap(([start, arrivals, coveredSeconds, usedSeconds]) =>
        ['vm1', 'Domain-0'].map((name) =>
          observationOf(name, start!, {
            windowSeconds: 60,
            requests: name === 'vm1' ? requestsOf({ arrivals: arrivals! }) : null,
            cpu: cpuOf({
              usedSeconds: usedSeconds!,
              coveredSeconds: coveredSeconds!,
              runnableWaitSeconds: usedSeconds!,
            }),
          }),
        ),
      ),
      60,
    )
    const guests = findGuests(windows)
    expect(guests[0]!.serviceTimeSeconds).toBeCloseTo(0.006, 12)
    for (const some of [windows, windows.slice(1)]) {
      expect(hostLoad(some, guests, 1).domains[0]!.serviceTimeSeconds).toBeCloseTo(0.006, 12)
    }
    const { domains, domain0 } = hostLoad(windows, guests, 1)
    expect(domains[0]!.runnableWaitPerRequestSeconds).toBeCloseTo(0.006, 12)
    expect(domain0).toMatchObject({ serviceTimeSeconds: 0.006, delayPerIoSeconds: 0.006 })
  })

  it('weighs windows by their requests, whether gaps or seconds were counted', () => {
    const varianceOf = (resolution: 'second' | 'microsecond') => {
      const windows = groupWindows(
        [
          [0, 100],
          [10, 10],
        ].map(([start, arrivals]) =>
          observationOf('vm1', start!, {
            cpu: cpuOf(),
            requests: requestsOf({
              arrivals: arrivals!,
              interArrival: {
                count: resolution === 'second' ? 10 : arrivals!,
                meanSeconds: 10 / arrivals!,
                varianceSeconds2: (10 / arrivals!) ** 2,
                resolution,
              },
            }),
          }),
        ),
        10,
      )
      return hostLoad(windows, findGuests(windows), 1).domains[0]!.interArrivalVarianceSeconds2!
    }
    // Exponential gaps of 0.1 s (100 of them) and of 1 s (10): E g^2 = 0.2, E g = 20 / 110.
    const expected = (100 * 0.02 + 10 * 2) / 110 - (20 / 110) ** 2
    expect(varianceOf('microsecond')).toBeCloseTo(expected, 12)
    expect(varianceOf('second')).toBeCloseTo(expected, 12)
  })

  it('leaves the terms of an unknown Domain-0 at zero', () => {
    const windows = groupWindows(
      [observationOf('vm1', 0, { requests: requestsOf(), cpu: cpuOf() })],
      10,
    )
    expect(hostLoad(windows, findGuests(windows), 1).domain0).toEqual({
      serviceTimeSeconds: 0,
      ioRequestsPerSecond: 10,
      delayPerIoSeconds: 0,
    })
  })
})

describe('findGuests', () => {
  it('infers a service time from the quietest windows where there is no CPU data', () => {
    const windows = groupWindows(
      [0.02, 0.006, 0.05].map((p50Seconds, i) =>
        observationOf('vm1', i * 10, {
          requests: requestsOf({ duration: durationOf({ p50Seconds }) }),
        }),
      ),
      10,
    )
    const [vm1] = findGuests(windows)
    expect(vm1).toMatchObject({ serviceTimeSource: 'inferred', measuredBy: 'access-log' })
    expect(vm1!.serviceTimeSeconds).toBeCloseTo(0.006, 12)
  })

  it('prefers clients as the measure, and CPU data as the source of x', () => {
    const windows = groupWindows(
      [
        observationOf('vm1', 0, {
          requests: requestsOf(),
          clientRequests: requestsOf(),
          cpu: cpuOf({ usedSeconds: 0.5 }),
        }),
        observationOf('idle', 0, { cpu: cpuOf({ usedSeconds: 9 }) }),
      ],
      10,
    )
    expect(findGuests(windows)).toEqual([
      {
        name: 'vm1',
        measuredBy: 'client',
        serviceTimeSeconds: 0.005,
        serviceTimeSource: 'cpu',
      },
    ])
  })

  it('gives no service time without CPU data and durations', () => {
    const observation = observationOf('vm1', 0, { requests: requestsOf({ duration: null }) })
    const windows = groupWindows([observation], 10)
    expect(findGuests(windows)).toMatchObject([
      { serviceTimeSeconds: null, serviceTimeSource: null, measuredBy: null },
    ])
    expect(hostLoad(windows, findGuests(windows), 1).domains).toEqual([])
  })
})
