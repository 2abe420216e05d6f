import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridSteps } from './grid-steps.ts'

const ones = (count: number) => Array<number>(count).fill(1)

describe('gridSteps', () => {
  test.each([
    [1, 3, 0.05, 20],
    [1, 19, 0.05, 20],
    [0.75, 3, 0.05, 15],
    [0.3, 2, 0.1, 3],
  ])(
    'a pool of %d among %d domains has the requested steps of %d',
    (pool, domains, step, steps) => {
      expect(gridSteps(pool, ones(domains), step)).toEqual({ steps, reason: null })
    },
  )

  test('rounds to the nearest number where kept shares leave no whole number of steps', () => {
    expect(gridSteps(2 / 3, ones(2), 0.05)).toEqual({ steps: 13, reason: 'kept-domains' })
    expect(gridSteps(0.68, ones(2), 0.05)).toEqual({ steps: 14, reason: 'kept-domains' })
  })

  test('rounding errors of the pool are no other step', () => {
    expect(gridSteps(0.75 + 1e-9, ones(2), 0.05).reason).toBeNull()
    expect(gridSteps(0.75 + 1e-6, ones(2), 0.05).reason).toBe('kept-domains')
    expect(gridSteps(0.75 - 1e-6, ones(2), 0.05).reason).toBe('kept-domains')
  })

  test('gives two steps per domain where the requested ones leave one or none each', () => {
    expect(gridSteps(1, ones(20), 0.05)).toEqual({ steps: 40, reason: 'many-domains' })
    expect(gridSteps(1, ones(21), 0.05)).toEqual({ steps: 42, reason: 'many-domains' })
    expect(gridSteps(0.1, ones(2), 0.05)).toEqual({ steps: 4, reason: 'many-domains' })
    expect(gridSteps(1, [10, 10], 0.05)).toEqual({ steps: 40, reason: 'many-domains' })
  })

  test('a single domain takes its one step, but not none', () => {
    expect(gridSteps(0.05, [1], 0.05)).toEqual({ steps: 1, reason: null })
    expect(gridSteps(0.01, [1], 0.05)).toEqual({ steps: 2, reason: 'many-domains' })
  })

  test('takes the nearest number that alike domains can divide; in a tie, the larger one', () => {
    expect(gridSteps(1, [3], 0.05)).toEqual({ steps: 21, reason: 'alike-domains' })
    expect(gridSteps(1, [2], 0.2)).toEqual({ steps: 6, reason: 'alike-domains' })
    expect(gridSteps(1, [4], 0.2)).toEqual({ steps: 4, reason: 'alike-domains' })
    expect(gridSteps(1, [4, 4], 0.1)).toEqual({ steps: 12, reason: 'alike-domains' })
    // Twice seven is a multiple of seven.
    expect(gridSteps(1, [7], 0.2)).toEqual({ steps: 14, reason: 'many-domains' })
  })

  test('a single domain beside alike ones takes up the rest', () => {
    expect(gridSteps(1, [3, 1], 0.05)).toEqual({ steps: 20, reason: null })
    expect(gridSteps(1, [3, 2], 0.05)).toEqual({ steps: 20, reason: null })
  })

  /** Whether some positive whole numbers times the sizes add up to this number. */
  function isDivisible(steps: number, sizes: readonly number[]): boolean {
    const [size, ...others] = sizes
    if (size === undefined) return steps === 0
    for (let own = size; own <= steps; own += size) {
      if (isDivisible(steps - own, others)) return true
    }
    return false
  }

  test('no number nearer to the requested one can be divided, and no larger one is as near', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 40 }), (groups, asked) => {
        const domains = groups.reduce((sum, size) => sum + size, 0)
        const wanted = asked > domains || (domains === 1 && asked === 1) ? asked : 2 * domains
        const { steps } = gridSteps(1, groups, 1 / asked)
        expect(isDivisible(steps, groups)).toBe(true)
        const away = Math.abs(steps - wanted)
        for (let nearer = wanted - away + 1; nearer < wanted + away; nearer++) {
          expect(isDivisible(nearer, groups)).toBe(false)
        }
        if (steps < wanted) expect(isDivisible(wanted + away, groups)).toBe(false)
      }),
    )
  })
})
