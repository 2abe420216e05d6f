import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorFactor, factorOfWhole, scaleBy } from './anchor.ts'

const positive = fc.double({ min: 1e-4, max: 100, noNaN: true })
const spread = fc.double({ min: 0.01, max: 2, noNaN: true })

describe('anchorFactor', () => {
  it('adopts the measurement in full when it has no sampling error', () => {
    expect(anchorFactor(0.06, 0.05, { lasting: 0.1, chance: 0 })).toBeCloseTo(1.2, 12)
  })

  it('is the square root of the ratio when both spreads are equal', () => {
    expect(anchorFactor(0.09, 0.04, { lasting: 0.2, chance: 0.2 })).toBeCloseTo(1.5, 12)
  })

  it('is 1 for a model without lasting error and for a missing measurement', () => {
    expect(anchorFactor(0.09, 0.04, { lasting: 0, chance: 0 })).toBe(1)
    expect(anchorFactor(null, 0.04, { lasting: 0.1, chance: 0.1 })).toBe(1)
    expect(anchorFactor(0.09, 0, { lasting: 0.1, chance: 0.1 })).toBe(1)
  })

  it('lies between the model and the measurement', () => {
    fc.assert(
      fc.property(positive, positive, spread, spread, (measured, model, lasting, chance) => {
        const anchored = model * anchorFactor(measured, model, { lasting, chance })
        expect(anchored).toBeGreaterThanOrEqual(Math.min(measured, model) * (1 - 1e-9))
        expect(anchored).toBeLessThanOrEqual(Math.max(measured, model) * (1 + 1e-9))
      }),
    )
  })

  it('has a smaller mean squared error than the model or the ratio when errors follow the assumptions', () => {
    // The lasting error and the sampling error run over a fixed grid of normal quantiles, which
    // gives the expected squared remainder accurately enough.
    const normal = [-1.5, -0.9, -0.4, 0, 0.4, 0.9, 1.5]
    const [lasting, chance] = [0.1, 0.25]
    const rest = { anchored: 0, model: 0, ratio: 0 }
    for (const m of normal) {
      for (const c of normal) {
        const [kept, seen] = [m * lasting, m * lasting + c * chance]
        const anchored = Math.log(anchorFactor(Math.exp(seen), 1, { lasting, chance }))
        rest.anchored += (anchored - kept) ** 2
        rest.model += kept ** 2
        rest.ratio += (seen - kept) ** 2
      }
    }
    expect(rest.anchored).toBeLessThan(rest.model)
    expect(rest.anchored).toBeLessThan(rest.ratio)
  })
})

it('scales each domain by its own factor, and leaves those without one', () => {
  const times = new Map([
    ['vm1', 0.1],
    ['vm2', null],
    ['vm3', 0.3],
  ])
  expect([...scaleBy(times, { vm1: 2, vm2: 2 })]).toEqual([
    ['vm1', 0.2],
    ['vm2', null],
    ['vm3', 0.3],
  ])
})

describe('factorOfWhole', () => {
  it('scales the measured part and leaves the rest as modelled', () => {
    fc.assert(
      fc.property(positive, positive, positive, (factor, part, rest) => {
        const whole = part + rest
        expect(whole * factorOfWhole(factor, part, whole)).toBeCloseTo(factor * part + rest, 6)
      }),
    )
  })

  it('is the factor itself when everything was measured or the model has no answer', () => {
    expect(factorOfWhole(1.3, 0.02, 0.02)).toBeCloseTo(1.3, 12)
    expect(factorOfWhole(1.3, 0.02, null)).toBe(1.3)
  })
})
