import type { PlayedDomain } from '@steelyard/analysis'
import { expect, test } from 'vitest'
import { presentTwinDomains } from './present-twin-domains.ts'

const played = (name: string): PlayedDomain => ({
  name,
  mean: { mean: 0.02, halfWidth: 0.03 },
  p95: null,
  p99: null,
  logged: { mean: { mean: 0.015, halfWidth: null }, p95: null },
  cpuShare: 0.3,
  runnableWaitPerRequestSeconds: 0.004,
  cdf: [],
})

test('the twin’s times accompany the measured ones, in milliseconds', () => {
  const seen = {
    meanSeconds: 0.02,
    p99Seconds: 0.3,
    p95Seconds: 0.05,
    measuredBy: 'client' as const,
  }
  const measured = [{ domain: 'vm1', ...seen }]
  const [vm1, vm2] = presentTwinDomains([played('vm1'), played('vm2')], measured)
  expect(vm1).toMatchObject({ measuredMeanMs: 20, measuredP95Ms: 50, runnableWaitPerRequestMs: 4 })
  expect(vm2).toMatchObject({ measuredMeanMs: null, measuredBy: null })
  // A response time is never below zero.
  expect(vm1!.mean).toEqual({ ms: 20, lowMs: 0, highMs: 50 })
  expect(vm1!.logged.mean).toEqual({ ms: 15, lowMs: 15, highMs: 15 })
})
