import fc from 'fast-check'
import { expect } from 'vitest'
import { sdps } from '../estimators/sdps/sdps.ts'
import type { HostLoad } from '../load/host-load.ts'
import { DOMAIN0_NAME } from '../load/weights.ts'
import { sdpsBounds } from './sdps-bounds.ts'

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const domain = fc.record({
  part: between(0.05, 1),
  service: between(0.0005, 0.03),
  demandScv: fc.constantFrom(0, 1, 4),
  arrivalScv: fc.constantFrom(0.3, 1, 3),
  /**
   * Position of the weights between the bounds, and the distance from the least to the greatest.
   */
  middle: between(0, 1),
  least: fc.integer({ min: 16, max: 1024 }),
  width: fc.oneof(fc.constant(1), between(1, 30)),
  coefficient: fc.oneof(fc.constant(0), between(0.01, 10)),
})

const host = fc.record({
  domains: fc.array(domain, { minLength: 1, maxLength: 5 }),
  utilisation: fc.oneof(between(0.1, 0.9), between(0.97, 0.999)),
  pCpus: fc.constantFrom(1, 1, 2, 3),
  scheduler: fc.constantFrom('credit' as const, 'credit2' as const),
  client: fc.constantFrom('network' as const, 'domain-0' as const),
  seen: fc.constantFrom('client' as const, 'log' as const),
  domain0: fc.constantFrom(0, 0.0003),
})

type Host = typeof host extends fc.Arbitrary<infer T> ? T : never

function loadOf({ domains, utilisation, domain0, ...rest }: Host): HostLoad {
  const whole = domains.reduce((sum, { part }) => sum + part, 0)
  const load = domains.map(({ part, service, demandScv, arrivalScv }, k) => ({
    name: `vm${k + 1}`,
    arrivalRatePerSecond:
      Math.min(0.9, ((part / whole) * utilisation * rest.pCpus) / 1.1) / service,
    serviceTimeSeconds: service,
    serviceTimeScv: demandScv,
    arrivalScv,
    vCpus: 1,
  }))
  return {
    ...rest,
    domains: load,
    domain0: {
      serviceTimeSeconds: domain0,
      ioRequestsPerSecond: domain0 > 0 ? (0.05 * rest.pCpus) / domain0 : 0,
      delayPerIoSeconds: 0,
    },
  }
}

function weightsOf({ domains }: Host, of: (each: Host['domains'][number]) => number) {
  return {
    [DOMAIN0_NAME]: 256,
    ...Object.fromEntries(domains.map((each, k) => [`vm${k + 1}`, of(each)])),
  }
}

/**
 * Draws hosts and boxes of weights, and compares the bound of each box with the value at one point
 * in it.
 */
export function compareBoundsWithValues(numRuns: number): void {
  let compared = 0
  fc.assert(
    fc.property(host, (drawn) => {
      const load = loadOf(drawn)
      const within = sdpsBounds(load)
      const box = {
        least: weightsOf(drawn, ({ least }) => least),
        most: weightsOf(drawn, ({ least, width }) => least * width),
      }
      const weights = weightsOf(drawn, ({ least, width, middle }) => least * width ** middle)
      const { domains } = sdps.estimate(load, weights)
      const answersAll = domains.every(({ responseTimeSeconds }) => responseTimeSeconds !== null)
      expect(within !== null).toBe(answersAll)
      if (!within) return
      compared++
      const sum = domains.reduce((total, estimate, k) => {
        const seconds =
          drawn.seen === 'log' ? estimate.loggedTimeSeconds! : estimate.responseTimeSeconds!
        return total + drawn.domains[k]!.coefficient * seconds
      }, 0)
      const terms = drawn.domains.map(({ coefficient }, k) => ({
        name: `vm${k + 1}`,
        seen: drawn.seen,
        coefficient,
      }))
      const bound = within(box)(terms)
      expect(bound).toBeLessThanOrEqual(sum)
      expect(bound).toBeGreaterThanOrEqual(0)
    }),
    { numRuns },
  )
  expect(compared).toBeGreaterThan(numRuns / 10)
}
