import { describe, expect, test } from 'vitest'
import { asMeasured } from './as-measured.ts'
import { askFormulas } from './ask-formulas.ts'
import { drawHost } from './draw-host.ts'
import { moveWeights } from './move-weights.ts'

const seeds = Array.from({ length: 300 }, (_, index) => index + 1)

test('hosts of both schedulers, 2 to 16 domains, 1 to 4 pCPUs, below saturation', () => {
  const hosts = seeds.map(drawHost)
  const seen = <T>(value: (host: (typeof hosts)[number]) => T) => [...new Set(hosts.map(value))]
  expect(seen(({ load }) => load.scheduler).sort()).toEqual(['credit', 'credit2'])
  expect(seen(({ load }) => load.pCpus).sort()).toEqual([1, 2, 3, 4])
  const sizes = seen(({ load }) => load.domains.length)
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([2, 16])
  expect(Math.max(...hosts.map(({ utilisation }) => utilisation))).toBeLessThan(0.92)
  expect(drawHost(5)).toEqual(drawHost(5))
})

test('other weights keep their sum and Domain-0, and move shares by steps of 0.05', () => {
  const weights = { 'Domain-0': 256, a: 1000, b: 1000, c: 2000 }
  const drawn = seeds.map((seed) => moveWeights(weights, seed))
  for (const { 'Domain-0': domain0, ...guests } of drawn) {
    expect(domain0).toBe(256)
    const sum = Object.values(guests).reduce((total, weight) => total + weight, 0)
    expect(Math.abs(sum - 4000)).toBeLessThanOrEqual(2)
    // A share of 0.25 falls no lower than 0.1, and the sum before rescaling is at most 1.15.
    expect(Math.min(...Object.values(guests))).toBeGreaterThan(4000 * (0.1 / 1.15) - 1)
  }
  expect(new Set(drawn.map(({ a }) => a)).size).toBeGreaterThan(10)
  expect(moveWeights(weights, 3)).toEqual(moveWeights(weights, 3))
})

describe('formulas', () => {
  const domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 100, delayPerIoSeconds: 0 }
  const domain = { name: 'a', arrivalRatePerSecond: 100, serviceTimeSeconds: 0.005 }
  const load = { domains: [domain], domain0, pCpus: 1 }

  test('plain processor sharing is x / (1 - rho), with Domain-0 in rho, and nothing when full', () => {
    const timesAt = (rate: number) =>
      askFormulas(
        { ...load, domains: [{ ...domain, arrivalRatePerSecond: rate }] },
        { 'Domain-0': 256, a: 256 },
      )['processor-sharing'].get('a')!.client
    expect(timesAt(100)[0]).toBeCloseTo(0.005 / 0.4, 12)
    expect(timesAt(180)).toEqual([])
  })

  test('are given the CPU per request that was used, U / lambda, and the waits of Domain-0', () => {
    const played = (name: string, cpuShare: number, count?: number) => ({
      name,
      cpuShare,
      dispatchesPerSecond: 0,
      runMeanSeconds: 0,
      wakesPerSecond: 50,
      wakeToRunMeanSeconds: 0.002,
      preemptionsPerSecond: 10,
      preemptedMeanSeconds: 0.001,
      ...(count ? { requests: { count, unanswered: 0, client: null, logged: null } } : {}),
    })
    const runs = [0.5, 0.7].map((used) => ({
      cpuSeconds: 1,
      domains: [played('Domain-0', 0.2), played('a', used, 1000)],
    }))
    const seen = asMeasured(load, runs, 10)
    expect(seen.domains[0]).toMatchObject({ arrivalRatePerSecond: 100 })
    expect(seen.domains[0]!.serviceTimeSeconds).toBeCloseTo(0.006, 12)
    expect(seen.domain0.serviceTimeSeconds).toBeCloseTo(0.002, 12)
    expect(seen.domain0.delayPerIoSeconds).toBeCloseTo(0.11 / 100, 12)
  })
})
