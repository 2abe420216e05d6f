import { describe, expect, it } from 'vitest'
import { gainOf, isBetter } from './score.ts'

const score = (worstOverTarget: number, slowdown: number) => ({
  worstOverTarget,
  slowdown,
  overTarget: [],
})

describe('the objective that an operator states', () => {
  it('is the worst time over its target while one is missed', () => {
    expect(gainOf(score(2, 5), score(1.5, 9))).toBeCloseTo(0.25)
    expect(gainOf(score(0.5, 5), score(3, 1))).toBeCloseTo(-2)
  })

  it('counts no more than the target, and then the mean slowdown', () => {
    expect(gainOf(score(2, 5), score(0.2, 5))).toBeCloseTo(0.5)
    expect(gainOf(score(0.9, 5), score(0.2, 4))).toBeCloseTo(0.2)
    expect(isBetter(score(0.9, 4), score(0.2, 5))).toBe(true)
    expect(isBetter(score(0.9, 5), score(1.2, 4))).toBe(true)
  })
})
