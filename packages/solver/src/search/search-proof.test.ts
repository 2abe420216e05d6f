import { describe, expect, test } from 'vitest'
import { judgedAt } from '../problem/judged.fixture.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { proofOfSearch } from './search-proof.ts'

const free: WeightProblem = { ...paperProblem, targets: { vm3: 2 } }
const keeping: WeightProblem = { ...free, mode: 'keep-targets' }
const meeting: WeightProblem = {
  ...free,
  objective: 'meet-targets',
  aloneSeconds: { vm1: 1, vm2: 1, vm3: 1 },
}
const at = (problem: WeightProblem, vm3: number) => judgedAt(problem, [8, 8, 4], 1, 1, vm3)
const bound = { ratio: 0, excess: 0, softExcess: 0, cost: 3 }

describe('proofOfSearch', () => {
  test('without bounds, proves nothing', () => {
    const best = at(free, 2)
    const found = proofOfSearch(free, { best, bound: null, isProven: true }, 17)
    expect(found).toMatchObject({ status: 'not-proven', engine: 'search', bound: null })
    expect(found.best).toBe(best)
    expect(found.cause).toMatchObject({ code: 'search', asked: 17 })
  })

  test('is an optimum where the bounds close', () => {
    const best = at(free, 2)
    expect(proofOfSearch(free, { best, bound, isProven: true }, 17)).toEqual({
      status: 'optimal',
      engine: 'branch-and-bound',
      best,
      bound: 3,
      cause: null,
    })
  })

  test('otherwise has the gap to the best possible', () => {
    const best = at(free, 4)
    const found = proofOfSearch(free, { best, bound, isProven: false }, 17)
    expect(found).toMatchObject({
      status: 'not-proven',
      engine: 'branch-and-bound',
      best,
      bound: 3,
    })
    expect(found.cause).toMatchObject({ code: 'loose-bounds', asked: 17, gap: 1 })
  })

  test('is infeasible only where targets must be kept and the bound misses one', () => {
    const missed = { ...bound, ratio: 1.5, excess: 0.5, softExcess: 0 }
    const best = (problem: WeightProblem) => at(problem, 4)
    for (const isProven of [true, false]) {
      expect(proofOfSearch(keeping, { best: best(keeping), bound: missed, isProven }, 17)).toEqual({
        status: 'infeasible',
        engine: 'branch-and-bound',
        best: null,
        bound: null,
        cause: null,
      })
    }
    const open = { best: best(keeping), bound, isProven: false }
    expect(proofOfSearch(keeping, open, 17).status).toBe('not-proven')
    const missing = { best: best(meeting), bound: missed, isProven: true }
    expect(proofOfSearch(meeting, missing, 17).status).toBe('optimal')
  })

  test('for meet-targets, bounds the ratio while one is missed and the cost after that', () => {
    const limits = { ratio: 1.25, excess: 0.25, softExcess: 0, cost: 1.5 }
    const missed = proofOfSearch(
      meeting,
      { best: at(meeting, 4), bound: limits, isProven: false },
      17,
    )
    expect(missed.bound).toBe(1.25)
    // A worst ratio of 2, so 60 % above.
    expect(missed.cause).toMatchObject({ gap: expect.closeTo(0.6, 12) })
    const kept = {
      best: at(meeting, 2),
      bound: { ...limits, excess: 0, softExcess: 0 },
      isProven: false,
    }
    const after = proofOfSearch(meeting, kept, 17)
    expect(after.bound).toBe(1.5)
    // A worst ratio of 1, below the bound by rounding or by the least gain.
    expect(after.cause).toMatchObject({ gap: expect.closeTo(1 / 1.5 - 1, 12) })
  })

  test('bounds the ratio to a soft target where one is missed and all others are kept', () => {
    const soft = { ...meeting, softTargets: { vm2: 0.5 } }
    const least = { ...bound, softExcess: 0.6 }
    const found = proofOfSearch(soft, { best: at(soft, 2), bound: least, isProven: false }, 17)
    expect(found.bound).toBe(1.6)
    expect(found.cause).toMatchObject({ gap: expect.closeTo(2 / 1.6 - 1, 12) })
  })

  test('has no bound while it is open whether the targets can be kept', () => {
    const found = proofOfSearch(keeping, { best: at(keeping, 4), bound, isProven: false }, 17)
    expect(found.bound).toBeNull()
    expect(found.cause).toEqual({ code: 'loose-bounds', asked: 17, gap: null })
  })
})
