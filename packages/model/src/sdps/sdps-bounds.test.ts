import { expect, test } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import type { HostLoad } from '../load/host-load.ts'
import { DOMAIN0_NAME } from '../load/weights.ts'
import { compareBoundsWithValues } from './sdps-bounds.fixture.ts'
import { sdpsBounds } from './sdps-bounds.ts'

test('no weights in the box give a sum of times below its bound', () => {
  compareBoundsWithValues(1000)
})

test.each(['credit', 'credit2'] as const)(
  '%s: the bound of a single point is nearly its value',
  (scheduler) => {
    const load: HostLoad = {
      domains: [0.002, 0.004, 0.01].map((serviceTimeSeconds, k) => ({
        name: `vm${k + 1}`,
        serviceTimeSeconds,
        vCpus: 1,
        arrivalRatePerSecond: 0.2 / serviceTimeSeconds,
      })),
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
      scheduler,
    }
    const weights = { [DOMAIN0_NAME]: 256, vm1: 300, vm2: 200, vm3: 100 }
    const terms = load.domains.map(({ name, arrivalRatePerSecond }) => ({
      name,
      seen: 'client' as const,
      coefficient: arrivalRatePerSecond,
    }))
    const bound = sdpsBounds(load)!({ least: weights, most: weights })(terms)
    const value = sdps
      .estimate(load, weights)
      .domains.reduce((sum, each, k) => sum + terms[k]!.coefficient * each.responseTimeSeconds!, 0)
    expect(bound).toBeGreaterThan(0.98 * value)
  },
)
