import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsDomain0Needs, mostGuestWeight } from './domain0-credits.ts'
import { share } from './weights.ts'

describe('the credits that Domain-0 needs', () => {
  test('are twice what it uses of the pCPUs', () => {
    expect(creditsDomain0Needs(0.056, 1)).toBeCloseTo(0.112, 12)
    expect(creditsDomain0Needs(0.4, 4)).toBeCloseTo(0.2, 12)
  })

  test('are a twenty-first where it uses little, or where nobody measured it', () => {
    expect(creditsDomain0Needs(0.01, 1)).toBeCloseTo(1 / 21, 12)
    expect(creditsDomain0Needs(null, 1)).toBeCloseTo(1 / 21, 12)
  })

  test('are at most all of them', () => {
    expect(creditsDomain0Needs(0.7, 1)).toBe(1)
  })
})

describe('the greatest sum of the guests’ weights', () => {
  test('is 5120 beside 256 where Domain-0 is idle', () => {
    expect(mostGuestWeight(256, creditsDomain0Needs(0, 1))).toBe(5120)
    expect(mostGuestWeight(256, 0.25)).toBe(768)
    expect(mostGuestWeight(256, 1)).toBe(0)
  })

  test('leaves Domain-0 its part, and one more would not', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 65535 }), fc.double({ min: 0.01, max: 0.99 }))
    fc.assert(
      fc.property(cases, ([weight, credits]) => {
        fc.pre(!Number.isNaN(credits))
        const partBeside = (guests: number) =>
          share({ 'Domain-0': weight, guests }, ['guests'], 'with-domain-0').domain0
        const most = mostGuestWeight(weight, credits)
        if (most > 0) expect(partBeside(most)).toBeGreaterThan(credits * (1 - 1e-6))
        expect(partBeside(most + 1)).toBeLessThan(credits)
      }),
    )
  })
})
