import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DOMAIN_0, sharesOf, withDomain0 } from './shares.ts'

describe('shares', () => {
  it('count Domain-0 among the domains', () => {
    const guests = ['vm1', 'vm2', 'vm3'].map((domain) => ({ domain, weight: 256 }))
    expect([...sharesOf(withDomain0(guests, 256))]).toEqual([
      [DOMAIN_0, 0.25],
      ['vm1', 0.25],
      ['vm2', 0.25],
      ['vm3', 0.25],
    ])
  })

  it('take Xen’s default for a Domain-0 that nobody knows', () => {
    expect(sharesOf(withDomain0([{ domain: 'vm1', weight: 768 }], null)).get('vm1')).toBe(0.75)
  })

  it('add up to one in every cpupool', () => {
    const domain = fc.record({
      cpupool: fc.constantFrom(null, 'Pool-0', 'other'),
      weight: fc.integer({ min: 1, max: 65_535 }),
    })
    fc.assert(
      fc.property(fc.array(domain, { minLength: 1, maxLength: 12 }), (drawn) => {
        const domains = drawn.map((each, index) => ({ ...each, domain: `vm${index}` }))
        const shares = sharesOf(domains)
        for (const pool of new Set(drawn.map(({ cpupool }) => cpupool))) {
          const own = domains.filter(({ cpupool }) => cpupool === pool)
          const sum = own.reduce((total, each) => total + shares.get(each.domain)!, 0)
          expect(sum).toBeCloseTo(1, 12)
        }
      }),
    )
  })

  it('are nothing where there are no weights', () => {
    expect(sharesOf([{ domain: 'vm1', weight: 0 }]).get('vm1')).toBe(0)
  })
})
