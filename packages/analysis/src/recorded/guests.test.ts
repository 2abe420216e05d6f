import { expect, it } from 'vitest'
import { findGuests, MIN_REQUESTS_PER_WINDOW } from './guests.ts'
import { groupWindows } from './window-list.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from './windows.fixture.ts'

const log = (count: number, p50Seconds: number) =>
  requestsOf({ arrivals: count, duration: durationOf({ count, p50Seconds }) })

it('finds all domains with requests, by name, apart from Domain-0 and idle time', () => {
  const windows = groupWindows(
    [
      observationOf('vm2', 0, { requests: requestsOf() }),
      observationOf('Domain-0', 0, { requests: requestsOf(), cpu: cpuOf() }),
      observationOf('idle', 0, { requests: requestsOf() }),
      observationOf('quiet', 0, { requests: requestsOf({ arrivals: 0 }), cpu: cpuOf() }),
      observationOf('traced', 0, { cpu: cpuOf() }),
      observationOf('vm1', 10, { clientRequests: requestsOf() }),
      observationOf('vm2', 10, { requests: requestsOf() }),
    ],
    10,
  )
  expect(findGuests(windows).map(({ name }) => name)).toEqual(['vm1', 'vm2'])
  expect(findGuests(windows).map(({ measuredBy }) => measuredBy)).toEqual(['client', 'access-log'])
  expect(findGuests([])).toEqual([])
})

it('takes the CPU time per request from the utilisation law', () => {
  const windows = groupWindows(
    [observationOf('vm1', 0, { requests: requestsOf({ arrivals: 200 }), cpu: cpuOf() })],
    10,
  )
  expect(findGuests(windows)).toEqual([
    {
      name: 'vm1',
      measuredBy: 'access-log',
      serviceTimeSeconds: 1 / 200,
      serviceTimeSource: 'cpu',
    },
  ])
})

it('without CPU data, infers it from the calmest window with enough requests', () => {
  const windows = groupWindows(
    [
      observationOf('vm1', 0, { requests: log(MIN_REQUESTS_PER_WINDOW, 0.02) }),
      observationOf('vm1', 10, { requests: log(500, 0.03) }),
      observationOf('vm1', 20, { requests: log(MIN_REQUESTS_PER_WINDOW - 1, 0.001) }),
    ],
    10,
  )
  expect(findGuests(windows)[0]).toMatchObject({
    serviceTimeSeconds: 0.02,
    serviceTimeSource: 'inferred',
  })
})

it('knows none where too few requests were timed, and infers none from clients', () => {
  const few = observationOf('few', 0, { requests: log(MIN_REQUESTS_PER_WINDOW - 1, 0.02) })
  const client = observationOf('client', 0, { clientRequests: log(500, 0.02) })
  for (const { serviceTimeSeconds, serviceTimeSource } of findGuests(
    groupWindows([few, client], 10),
  )) {
    expect([serviceTimeSeconds, serviceTimeSource]).toEqual([null, null])
  }
})
