import { expect, test } from 'vitest'
import type { HostLoad } from './host-load.ts'
import { separateBackground } from './request-load.ts'
import { totalUtilisation, utilisation } from './utilisation.ts'

const load: HostLoad = {
  domains: [
    {
      name: 'vm1',
      arrivalRatePerSecond: 50,
      serviceTimeSeconds: 0.012,
      backgroundUtilisation: 0.1,
    },
    { name: 'vm2', arrivalRatePerSecond: 20, serviceTimeSeconds: 0.01 },
    { name: 'vm3', arrivalRatePerSecond: 0, serviceTimeSeconds: 0, backgroundUtilisation: 0.05 },
  ],
  domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
  pCpus: 2,
  scheduler: 'credit2',
}

test('the utilisation law: rho = lambda x, added up over the guests', () => {
  expect(utilisation(load.domains[0]!)).toBeCloseTo(0.6, 12)
  expect(totalUtilisation(load.domains)).toBeCloseTo(0.8, 12)
  expect(totalUtilisation([])).toBe(0)
})

test('takes the background out of x = U / lambda: 12 - 0.1 / 50 = 10 ms', () => {
  const { load: requests, backgroundUtilisation } = separateBackground(load)
  expect(requests.domains[0]!.serviceTimeSeconds).toBeCloseTo(0.01, 12)
  expect(requests.domains[1]!.serviceTimeSeconds).toBe(0.01)
  expect(backgroundUtilisation).toBeCloseTo(0.15, 12)
})

test('loses no work: requests and background together are what was used', () => {
  const active = { ...load, domains: load.domains.slice(0, 2) }
  const { load: requests, backgroundUtilisation } = separateBackground(active)
  expect(totalUtilisation(requests.domains) + backgroundUtilisation).toBeCloseTo(
    totalUtilisation(active.domains),
    12,
  )
})

test('leaves a domain without requests and everything else of the host as it is', () => {
  const { load: requests } = separateBackground(load)
  expect(requests.domains[2]).toBe(load.domains[2])
  expect(requests).toMatchObject({ pCpus: 2, scheduler: 'credit2', domain0: load.domain0 })
})

test('a background beyond all of the work leaves requests none, rather than less than none', () => {
  const domains = [{ ...load.domains[0]!, backgroundUtilisation: 0.7 }]
  const { load: requests, backgroundUtilisation } = separateBackground({ ...load, domains })
  expect(requests.domains[0]!.serviceTimeSeconds).toBe(0)
  expect(backgroundUtilisation).toBe(0.7)
})
