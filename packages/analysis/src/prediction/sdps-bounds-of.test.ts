import { ESTIMATORS, type HostLoad, type Weights } from '@steelyard/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateLevels } from '../estimates/range-estimate.ts'
import { seenTime } from '../estimates/seen-time.ts'
import type { LoadLevel } from '../load/load-levels.ts'
import type { MeasuredBy } from '../recorded/response-time.ts'
import { sdpsBoundsOf } from './sdps-bounds-of.ts'

const services = [0.002, 0.004, 0.01]
const names = services.map((_, index) => `vm${index + 1}`)
const measuredBy = new Map<string, MeasuredBy | null>([['vm2', 'access-log']])

/** The third domain is idle at the first level. */
function levelOf(utilisation: number, level: number): LoadLevel {
  const load: HostLoad = {
    domains: services.map((serviceTimeSeconds, index) => ({
      name: names[index]!,
      serviceTimeSeconds,
      vCpus: 1,
      arrivalRatePerSecond: level === 0 && index === 2 ? 0 : utilisation / 3 / serviceTimeSeconds,
    })),
    domain0: { serviceTimeSeconds: 0.0002, ioRequestsPerSecond: 100, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
  return { load, seconds: 100 * (1 + level) }
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const drawn = fc.record({
  busy: fc.tuple(between(0.1, 0.9), between(0.1, 0.95)),
  domains: fc.array(
    fc.record({
      least: fc.integer({ min: 16, max: 1000 }),
      width: between(1, 4),
      at: between(0, 1),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  coefficients: fc.array(between(0.1, 5), { minLength: 3, maxLength: 3 }),
  sight: fc.constantFrom('mean' as const, 'client' as const),
})

it('no weights in a box give shorter times than its bound, over all levels', () => {
  fc.assert(
    fc.property(drawn, ({ busy, domains, coefficients, sight }) => {
      const levels = busy.map(levelOf)
      const weights = (factor: (width: number, at: number) => number): Weights => ({
        'Domain-0': 256,
        ...Object.fromEntries(
          domains.map(({ least, width, at }, index) => [names[index]!, least * factor(width, at)]),
        ),
      })
      const bounds = sdpsBoundsOf({ levels, measuredBy }, sight)!
      const bound = bounds({ least: weights(() => 1), most: weights((width) => width) })
      const by = Object.fromEntries(names.map((name, index) => [name, coefficients[index]!]))
      const times = estimateLevels(
        ESTIMATORS.sdps,
        levels,
        weights((width, at) => width ** at),
      )
      const sum = [...times].reduce((total, [name, estimate]) => {
        const side = sight === 'mean' ? measuredBy.get(name) : null
        return total + by[name]! * seenTime(estimate, side)!
      }, 0)
      expect(bound(by)).toBeLessThanOrEqual(sum)
      // The theory only guarantees a bound above 0; the least of 45,000 draws was 0.028 of the sum.
      expect(bound(by)).toBeGreaterThan(0.005 * sum)
    }),
    { numRuns: 300 },
  )
})
