import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelledHost } from './modelled-host.ts'
import { ratiosBy } from './modelled-host.ts'
import { areOutOfReach } from './out-of-reach.ts'

const STEP = 0.05
const ranges = ['vm1', 'vm2', 'vm3'].map((domain) => ({
  domain,
  minShare: STEP,
  maxShare: 1,
}))
/** Every division of the host into twentieths. */
const everyShares = Array.from({ length: 19 }, (_, one) =>
  Array.from({ length: 19 }, (_, two) => [
    STEP * (one + 1),
    STEP * (two + 1),
    1 - STEP * (one + two + 2),
  ]),
)
  .flat()
  .filter(([, , three]) => three! > STEP / 2)

const domain = fc.record({
  asked: fc.double({ min: 0.05, max: 1, noNaN: true }),
  serviceTimeSeconds: fc.double({ min: 0.002, max: 0.05, noNaN: true }),
  /** Null: no target. */
  slack: fc.option(fc.double({ min: 1, max: 40, noNaN: true }), { freq: 5 }),
})

function hostOf(
  domains: { asked: number; serviceTimeSeconds: number; slack: number | null }[],
  pCpus: number,
  utilisation: number,
  scheduler: 'credit' | 'credit2',
): ModelledHost {
  const all = domains.reduce((sum, { asked }) => sum + asked, 0)
  return {
    load: {
      domains: domains.map(({ asked, serviceTimeSeconds }, index) => ({
        name: `vm${index + 1}`,
        arrivalRatePerSecond: (utilisation * pCpus * asked) / all / serviceTimeSeconds,
        serviceTimeSeconds,
        vCpus: pCpus,
      })),
      domain0: { serviceTimeSeconds: 0.0002, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus,
      scheduler,
      client: 'network',
    },
    targets: new Map(
      domains.flatMap(({ slack, serviceTimeSeconds }, index) =>
        slack === null ? [] : [[`vm${index + 1}`, slack * serviceTimeSeconds]],
      ),
    ),
  }
}

test('what is said to be out of reach is kept by no shares of an enumeration', () => {
  const said = { outOfReach: 0, not: 0 }
  fc.assert(
    fc.property(
      fc.array(domain, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(1, 2, 4),
      fc.double({ min: 0.5, max: 0.95, noNaN: true }),
      fc.constantFrom('credit' as const, 'credit2' as const),
      (domains, pCpus, utilisation, scheduler) => {
        const host = hostOf(domains, pCpus, utilisation, scheduler)
        const isOut = areOutOfReach(host, ranges)
        said[isOut ? 'outOfReach' : 'not']++
        if (!isOut) return
        const ratiosAt = ratiosBy(host, ranges)
        for (const shares of everyShares)
          expect(Math.max(...ratiosAt(shares))).toBeGreaterThan(1 - 1e-6)
      },
    ),
    { numRuns: 200 },
  )
  // Both answers were tried.
  expect(Math.min(said.outOfReach, said.not)).toBeGreaterThan(20)
})

test('one guest alone, whose target is below its own time', () => {
  const alone = { asked: 1, serviceTimeSeconds: 0.01 }
  const only = ranges.slice(0, 1)
  // M/M/1 at one half: twice the demand.
  expect(areOutOfReach(hostOf([{ ...alone, slack: 1.9 }], 1, 0.5, 'credit'), only)).toBe(true)
  expect(areOutOfReach(hostOf([{ ...alone, slack: 2.2 }], 1, 0.5, 'credit'), only)).toBe(false)
})
