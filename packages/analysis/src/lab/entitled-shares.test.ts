import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitledShares } from './entitled-shares.ts'

const claim = (name: string, weight: number, wanted: number) => ({ name, weight, wanted })

describe('entitledShares', () => {
  it('divides by weight what all domains want', () => {
    const shares = entitledShares(2, [claim('a', 256, 1), claim('b', 128, 1), claim('c', 128, 1)])
    expect([...shares].sort()).toEqual([
      ['a', 1],
      ['b', 0.5],
      ['c', 0.5],
    ])
  })

  it('gives what one domain does not want to the others', () => {
    const shares = entitledShares(1, [claim('a', 256, 0.1), claim('b', 256, 1), claim('c', 256, 1)])
    expect(shares.get('a')).toBe(0.1)
    expect(shares.get('b')).toBeCloseTo(0.45)
    expect(shares.get('c')).toBeCloseTo(0.45)
  })

  it('gives away all there is or all that is wanted, and never more than is wanted', () => {
    const claims = fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 1000 }),
        wanted: fc.double({ min: 0, max: 2, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(claims, fc.integer({ min: 1, max: 4 }), (drawn, pCpus) => {
        const named = drawn.map((each, index) => ({ ...each, name: `vm${index}` }))
        const shares = entitledShares(pCpus, named)
        const wanted = named.reduce((sum, each) => sum + each.wanted, 0)
        const given = [...shares.values()].reduce((sum, share) => sum + share, 0)
        expect(given).toBeCloseTo(Math.min(pCpus, wanted), 9)
        for (const { name, wanted: most } of named) {
          expect(shares.get(name)).toBeLessThanOrEqual(most + 1e-12)
        }
      }),
    )
  })
})
