import { describe, expect, test } from 'vitest'
import type { TwinConfig } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, credit, guest, hog } from '../hosts.fixture.ts'
import { credit1Profile } from './credit1-profile.ts'

test('each generation differs from its predecessor where Xen changed', () => {
  const versions = ['3.1', '4.0', '4.1', '4.2', '4.6', '4.7', '4.17', '4.18', '4.20']
  const changes = versions.slice(1).map((version, index) => {
    const [before, after] = [credit1Profile(versions[index]), credit1Profile(version)]
    const keys = Object.keys(after) as (keyof typeof after)[]
    return [version, keys.filter((key) => before[key] !== after[key])]
  })
  expect(Object.fromEntries(changes)).toEqual({
    '4.0': ['charge'],
    '4.1': ['weightCounts', 'keepsOnLeaving'],
    '4.2': ['ratelimit'],
    '4.6': [],
    '4.7': ['boostsAfterMigration'],
    '4.17': [],
    '4.18': ['balanceIntervalNs'],
    '4.20': [],
  })
})

describe('what the changes do', () => {
  const run = { seed: 4, horizonSeconds: 60, warmupSeconds: 5 }
  const of = (xenVersion: string, config: Omit<TwinConfig, 'scheduler'>) =>
    simulate({ ...config, scheduler: { ...credit, xenVersion } }, run)

  test('before 4.0 a vCPU seen by every tick pays for all of the time in between', () => {
    // 3 of every 10 ms, always at the same offset from the ticks, against a hog of the same weight.
    const longest = (xenVersion: string) => {
      const means = Array.from({ length: 10 }, (_, index) => {
        const arrivals = {
          kind: 'periodic',
          ratePerSecond: 100,
          phaseSeconds: index / 1000,
        } as const
        const guests = [guest('napper', arrivals, constant(0.003)), hog('hog', 256)]
        return of(xenVersion, { pCpus: 1, guests }).domains[0]!.requests!.responseTime.mean!
      })
      return Math.max(...means)
    }
    // With exact charging it stays below the half that it earns.
    expect(longest('4.0')).toBeLessThan(0.007)
    expect(longest('3.4')).toBeGreaterThan(0.02)
  })

  test('since 4.2 a waking vCPU waits until the running one has run for a millisecond', () => {
    const wakeMs = (xenVersion: string) =>
      of(xenVersion, {
        pCpus: 1,
        guests: [
          guest('a', { kind: 'poisson', ratePerSecond: 300 }, constant(0.0001)),
          hog('b', 256),
        ],
      }).domains[0]!.wakeToRun
    expect(wakeMs('4.1').p95).toBeLessThan(0.0001)
    expect(wakeMs('4.2').p95).toBeGreaterThan(0.0005)
  })

  test('since 4.18 a busy pCPU looks for work on other pCPUs less often', () => {
    const guests = Array.from({ length: 7 }, (_, index) => ({
      ...guest(`vm${index}`, { kind: 'poisson', ratePerSecond: 60 }, constant(0.004)),
      hogs: index % 2,
    }))
    const dispatches = (xenVersion: string) =>
      of(xenVersion, { pCpus: 3, guests }).domains.map((domain) => domain.dispatchesPerSecond)
    expect(dispatches('4.18')).not.toEqual(dispatches('4.17'))
    expect(dispatches('4.17')).toEqual(dispatches('4.7'))
  })
})
