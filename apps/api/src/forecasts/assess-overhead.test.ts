import type { Observation } from '@steelyard/traces'
import { expect, it } from 'vitest'
import { windowsOf } from './assess-overhead.ts'

/** An observation in which 50 requests arrive in 10 s; of vm1, 60 end. */
function seen(domain: string, at: number, usedSeconds: number, coveredSeconds = 10): Observation {
  return {
    domain,
    windowStartEpochSeconds: at,
    windowSeconds: 10,
    clientRequests: null,
    requests: domain.startsWith('vm')
      ? {
          arrivals: 50,
          arrivalsByPart: [50],
          errors: 0,
          coveredSeconds: 10,
          completions: domain === 'vm1' ? { count: 60, errors: 0 } : null,
          interArrival: null,
          duration: null,
          meanBytes: null,
        }
      : null,
    cpu: {
      source: 'xentrace',
      usedSeconds,
      usedByPart: [usedSeconds],
      coveredSeconds,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    },
  }
}

it('counts Domain-0 as busy but not the idle domain, and leaves out partly observed windows', () => {
  const windows = windowsOf([
    seen('Domain-0', 0, 2),
    seen('vm1', 0, 8),
    seen('vm2', 0, 4),
    seen('idle', 0, 26),
    seen('Domain-0', 10, 2),
    seen('vm1', 10, 3, 5),
    { ...seen('vm1', 20, 1), cpu: null },
  ])
  expect(windows).toHaveLength(1)
  expect(windows[0]!.busyPCpus).toBeCloseTo(1.4, 12)
  expect(windows[0]!.domains).toEqual([
    { name: 'vm1', requestsPerSecond: 6, cpuPerSecond: 0.8 },
    { name: 'vm2', requestsPerSecond: 5, cpuPerSecond: 0.4 },
  ])
})
