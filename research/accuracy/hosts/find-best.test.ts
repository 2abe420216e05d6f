import { DOMAIN0_NAME, type Weights } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { stepsOf } from '../advice/allocations.ts'
import { drawHost, type SyntheticHost } from './draw-host.ts'
import { findBest } from './find-best.ts'

/** The best shares of this objective are known: those proportional to the square roots. */
const wishes = { web: 9, shop: 4, mail: 1, db: 1 }
const score = (weights: Weights) => {
  const names = Object.keys(wishes)
  const steps = stepsOf(weights, names)
  return {
    worstOverTarget: 0,
    overTarget: [],
    slowdown: Object.entries(wishes).reduce((sum, [name, wish]) => sum + wish / steps[name]!, 0),
  }
}

describe('the search for the best weights', () => {
  it('finds the optimum of a convex objective to a step, whatever the weights in force', () => {
    const drawn = drawHost(1, 1)
    for (const own of [64, 256, 1024]) {
      const host: SyntheticHost = { ...drawn, weights: { ...drawn.weights, web: own } }
      const best = findBest(host, [], score)
      expect(best[DOMAIN0_NAME]).toBe(256)
      const steps = stepsOf(best, Object.keys(wishes))
      const ideal = { web: 60 / 7, shop: 40 / 7, mail: 20 / 7, db: 20 / 7 }
      for (const [name, each] of Object.entries(ideal)) {
        expect(Math.abs(steps[name]! - each)).toBeLessThan(1)
      }
    }
  })
})
