import { describe, expect, it } from 'vitest'
import { judge } from '../../../bench/index.ts'
import { drawHost } from './draw-host.ts'

const numbers = Array.from({ length: 200 }, (_, index) => index + 1)

describe('a host drawn at random', () => {
  it('is the same for the same seed and number, and another one otherwise', () => {
    expect(drawHost(3, 7)).toEqual(drawHost(3, 7))
    expect(drawHost(3, 8)).not.toEqual(drawHost(3, 7))
    expect(drawHost(4, 7)).not.toEqual(drawHost(3, 7))
  })

  it('has 2 to 8 guests on 1 or 2 pCPUs at 55 to 95 %, none of which needs more than its vCPU', () => {
    for (const number of numbers) {
      const { guests, config, utilisation } = drawHost(1, number)
      expect(guests.length).toBeGreaterThanOrEqual(config.pCpus + 1)
      expect(guests.length).toBeLessThanOrEqual(8)
      expect(utilisation).toBeGreaterThan(0.54)
      expect(utilisation).toBeLessThan(0.951)
      for (const { requestsPerSecond, cpuSecondsPerRequest } of guests) {
        expect(requestsPerSecond * cpuSecondsPerRequest).toBeLessThanOrEqual(0.851)
      }
    }
  })

  it('comes in all kinds', () => {
    const hosts = numbers.map((number) => drawHost(2, number))
    const kinds = new Set(hosts.map(({ wish }) => wish.kind))
    expect(kinds).toEqual(new Set(['none', 'loose', 'kept-by-weights', 'impossible']))
    expect(new Set(hosts.map(({ oddity }) => oddity)).size).toBe(4)
    const ordinary = hosts.filter(({ oddity }) => oddity !== 'two-kinds-of-requests')
    expect(new Set(ordinary.map(({ demandScv }) => demandScv))).toEqual(new Set([0.04, 0.25, 1]))
    expect(new Set(hosts.map(({ hasBursts }) => hasBursts))).toEqual(new Set([true, false]))
    expect(new Set(hosts.map(({ config }) => config.pCpus))).toEqual(new Set([1, 2]))
  })

  it('loads its pCPUs as much as it says', () => {
    for (const number of [2, 5, 26]) {
      const host = drawHost(1, number)
      const { domains } = judge(host.config, { seed: 5, seconds: 2100, warmupSeconds: 100 })
      const used = domains.reduce((sum, { cpuShare }) => sum + cpuShare, 0)
      // The kernels' ticks come on top of it.
      expect(used / host.config.pCpus - host.utilisation).toBeGreaterThan(-0.03)
      expect(used / host.config.pCpus - host.utilisation).toBeLessThan(0.06)
      for (const { name, requestsPerSecond } of host.guests) {
        const { count } = domains.find((domain) => domain.name === name)!.requests!
        // Bursts of a minute make the rate over half an hour vary by 7 %.
        expect(Math.abs(count / 2000 / requestsPerSecond - 1)).toBeLessThan(0.2)
      }
    }
  })
})
