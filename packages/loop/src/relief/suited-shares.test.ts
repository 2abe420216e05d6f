import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DomainDemand } from './measured-load.ts'
import { suitedShares } from './suited-shares.ts'

const host = { pCpus: 2, statistic: 'p95' } as const
const demandOf = (more: Partial<DomainDemand>): DomainDemand => ({
  domain: 'vm1',
  weight: 256,
  targetSeconds: null,
  softTargetSeconds: null,
  mostPCpus: 2,
  share: 0.5,
  isBusy: true,
  ratePerSecond: 5,
  cpuSecondsPerRequest: 0.01,
  load: 0.2,
  ratio: null,
  isMissing: false,
  isAtEase: false,
  ...more,
})

it('gives whoever has no target what it uses, and the rest to those that have one', () => {
  const shares = suitedShares(host, [
    demandOf({ domain: 'idle', load: 0, isBusy: false }),
    demandOf({ domain: 'free', load: 0.3 }),
    demandOf({ domain: 'tight', load: 0.2, targetSeconds: 0.1 }),
    demandOf({ domain: 'loose', load: 0.2, targetSeconds: 0.2 }),
  ])!
  expect(shares.get('idle')).toBe(0)
  expect(shares.get('free')).toBeCloseTo(0.3, 12)
  // Half of the load is claimed, and needs are as one to two.
  expect(shares.get('tight')! - 0.1).toBeCloseTo(2 * (shares.get('loose')! - 0.1), 12)
})

it('divides the whole host among any guests, and nothing where nobody is busy', () => {
  expect(suitedShares(host, [demandOf({ load: 0, isBusy: false })])).toBeNull()
  const guest = fc.record({
    load: fc.double({ min: 0.001, max: 0.6, noNaN: true }),
    targetSeconds: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true })),
  })
  fc.assert(
    fc.property(fc.array(guest, { minLength: 1, maxLength: 8 }), (guests) => {
      const shares = suitedShares(
        host,
        guests.map((each, index) => demandOf({ domain: `vm${index}`, ...each })),
      )!
      const all = [...shares.values()]
      expect(all.every((share) => share >= 0)).toBe(true)
      // Whoever cannot use more than its part of the vCPUs leaves the rest.
      expect(all.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})
