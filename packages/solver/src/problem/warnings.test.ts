import { describe, expect, test } from 'vitest'
import { poseGrid } from './pose-grid.ts'
import { paperProblem } from './problems.fixture.ts'
import { domain0Warning, posedWarnings, pushedWarnings, roundingWarnings } from './warnings.ts'
import type { WeightProblem } from './weight-problem.ts'
import type { Prediction } from './weight-solution.ts'

const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code)

function predicted(name: string, meetsTarget: boolean | null, predictedSeconds = 0.03): Prediction {
  const targetSeconds = meetsTarget === null ? null : 0.02
  return {
    name,
    modelSeconds: predictedSeconds,
    predictedSeconds,
    targetSeconds,
    softTargetSeconds: null,
    meetsTarget,
  }
}

describe('posedWarnings', () => {
  const warned = (changes: Partial<WeightProblem>) => {
    const problem = { ...paperProblem, ...changes }
    return posedWarnings(poseGrid(problem), problem.stepShare)
  }

  test('has nothing to say of the grid that was asked for', () => {
    expect(warned({})).toEqual([])
  })

  test('names the step where it is not the requested one', () => {
    const [warning, ...others] = warned({ excluded: ['vm3'] })
    expect(others).toEqual([])
    expect(warning).toMatchObject({
      code: 'step-adjusted',
      reason: 'kept-domains',
      stepShare: expect.closeTo(2 / 39, 12),
      askedStepShare: 0.05,
    })
  })

  test('one for each domain without arrivals, before all others', () => {
    const load = structuredClone(paperProblem.load)
    load.domains[0]!.arrivalRatePerSecond = 0
    load.domains[2]!.arrivalRatePerSecond = 0
    const changes = { load, stepShare: 0.2, integerMapping: 'scale-5120' as const }
    expect(codes(warned(changes))).toEqual([
      'idle-domain-kept',
      'idle-domain-kept',
      'step-adjusted',
      'domain0-share-moves',
    ])
  })

  test('names the sum that leaves Domain-0 what it needs', () => {
    const load = structuredClone(paperProblem.load)
    load.domain0 = { serviceTimeSeconds: 0.001, ioRequestsPerSecond: 100, delayPerIoSeconds: 0 }
    expect(warned({ load, integerMapping: 'scale-5120' })).toMatchObject([
      { code: 'domain0-keeps-credits', guestTotal: 1024, needs: 0.2 },
      { code: 'domain0-share-moves' },
    ])
  })
})

describe('domain0Warning', () => {
  test('reports both shares', () => {
    expect(domain0Warning({ before: 0.25, after: 0.2 })).toMatchObject([
      { code: 'domain0-share-moves', before: 0.25, after: 0.2 },
    ])
    expect(codes(domain0Warning({ before: 0.2, after: 0.25 }))).toEqual(['domain0-share-moves'])
  })

  test.each([0, 1e-10, -1e-10])('not for a difference of %d', (difference) => {
    expect(domain0Warning({ before: 0.25, after: 0.25 + difference })).toEqual([])
  })

  test('for a difference of 2e-9 in either direction', () => {
    expect(domain0Warning({ before: 0.25, after: 0.25 + 2e-9 })).toHaveLength(1)
    expect(domain0Warning({ before: 0.25, after: 0.25 - 2e-9 })).toHaveLength(1)
  })
})

describe('pushedWarnings', () => {
  test('only a target that was kept and is now missed', () => {
    const outcomes = [true, false, null]
    const pairs = outcomes.flatMap((was) => outcomes.map((is) => ({ was, is })))
    const before = pairs.map(({ was }, index) => predicted(`d${index}`, was))
    const after = pairs.map(({ is }, index) => predicted(`d${index}`, is))
    // Kept, then missed, is the second pair.
    expect(pairs[1]).toEqual({ was: true, is: false })
    expect(pushedWarnings(before, after)).toMatchObject([
      { code: 'pushes-over-target', domain: 'd1', predictedSeconds: 0.03, targetSeconds: 0.02 },
    ])
  })

  test('each domain counts for itself', () => {
    const before = [predicted('a', true), predicted('b', true), predicted('c', true)]
    const after = [predicted('a', false, 0.05), predicted('b', true), predicted('c', false, 0.07)]
    expect(pushedWarnings(before, after)).toMatchObject([
      { domain: 'a', predictedSeconds: 0.05 },
      { domain: 'c', predictedSeconds: 0.07 },
    ])
  })
})

test('roundingWarnings: every target missed at the integers, and no other', () => {
  const after = [
    predicted('a', true),
    predicted('b', false, 0.021),
    predicted('c', null),
    predicted('d', false, 0.022),
  ]
  expect(roundingWarnings(after)).toMatchObject([
    { code: 'rounding-misses-target', domain: 'b', predictedSeconds: 0.021, targetSeconds: 0.02 },
    { code: 'rounding-misses-target', domain: 'd', predictedSeconds: 0.022, targetSeconds: 0.02 },
  ])
})
