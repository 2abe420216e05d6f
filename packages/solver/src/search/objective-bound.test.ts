import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { between } from '../problem/grids.fixture.ts'
import { judgeAllocation, writtenAs } from '../problem/judge-allocation.ts'
import { objectiveValue } from '../problem/objective-value.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { Objective, WeightProblem } from '../problem/weight-problem.ts'
import { sdpsBoundTimes, sdpsTimes } from '../sdps-model.fixture.ts'
import { type BoundTimes, objectiveBounds } from './objective-bound.ts'

const box = { least: {}, most: {} }

/** A model whose times are known exactly, so that every sum is its own bound. */
function exactly(times: Readonly<Record<string, number>>) {
  const asked: Readonly<Record<string, number>>[] = []
  const boundTimes: BoundTimes = () => (coefficients) => {
    asked.push(coefficients)
    return Object.entries(coefficients).reduce((sum, [name, each]) => sum + each * times[name]!, 0)
  }
  return { asked, boundTimes }
}

const times = { vm1: 0.01, vm2: 0.02, vm3: 0.03 }
const aloneSeconds = { vm1: 0.005, vm2: 0.005, vm3: 0.005 }

describe('with the exact times, the bound', () => {
  test.each<Objective>(['total-delay', 'mean-over-requests', 'mean-slowdown'])(
    'is the value of %s',
    (objective) => {
      const problem = { ...paperProblem, objective, aloneSeconds, factors: { vm2: 2 } }
      const { cost } = objectiveValue(objective, problem, new Map(Object.entries(times)))
      const bound = objectiveBounds(problem, exactly(times).boundTimes)(box)
      expect(bound.cost).toBeCloseTo(cost, 12)
      expect(bound).toMatchObject({ ratio: 0, excess: 0 })
    },
  )

  const targets = { vm1: 0.02, vm3: 0.02 }

  test('is the worst ratio to a target where targets count', () => {
    const keeping: Partial<WeightProblem> = { mode: 'keep-targets' }
    const meeting: Partial<WeightProblem> = { objective: 'meet-targets' }
    for (const changes of [keeping, meeting]) {
      const problem = { ...paperProblem, aloneSeconds, targets, ...changes }
      const bound = objectiveBounds(problem, exactly(times).boundTimes)(box)
      expect(bound.ratio).toBeCloseTo(1.5, 12)
      expect(bound.excess).toBeCloseTo(0.5, 12)
    }
    const free = objectiveBounds({ ...paperProblem, targets }, exactly(times).boundTimes)(box)
    expect(free).toMatchObject({ ratio: 0, excess: 0 })
  })

  test('bounds the excess over soft targets apart from the others', () => {
    const problem = { ...paperProblem, mode: 'keep-targets' as const, softTargets: targets }
    const bound = objectiveBounds(problem, exactly(times).boundTimes)(box)
    expect(bound).toMatchObject({ ratio: 0, excess: 0 })
    expect(bound.softExcess).toBeCloseTo(0.5, 12)
  })

  test('counts the factors', () => {
    const problem = { ...paperProblem, mode: 'keep-targets' as const, targets, factors: { vm1: 4 } }
    expect(objectiveBounds(problem, exactly(times).boundTimes)(box).ratio).toBeCloseTo(2, 12)
  })

  test('leaves out a target without arrivals', () => {
    const load = structuredClone(paperProblem.load)
    load.domains[2]!.arrivalRatePerSecond = 0
    const problem = { ...paperProblem, load, mode: 'keep-targets' as const, targets }
    expect(objectiveBounds(problem, exactly(times).boundTimes)(box).ratio).toBeCloseTo(0.5, 12)
  })

  test('has no excess at the target, rounding errors included', () => {
    const excessAt = (seconds: number) =>
      objectiveBounds(
        { ...paperProblem, mode: 'keep-targets', targets: { vm1: 0.01 } },
        exactly({ ...times, vm1: seconds }).boundTimes,
      )(box).excess
    expect(excessAt(0.01)).toBe(0)
    expect(excessAt(0.01 * (1 + 9e-6))).toBe(0)
    expect(excessAt(0.01 * (1 + 2e-5))).toBeCloseTo(2e-5, 9)
    expect(excessAt(0.005)).toBe(0)
  })
})

test('asks for each target alone, then for the tightest together, weighted by their work', () => {
  // vm3 has the least room for its service time, then vm1, then vm2.
  const targets = { vm1: 0.01, vm2: 0.02, vm3: 0.002 }
  const problem = { ...paperProblem, mode: 'keep-targets' as const, targets }
  const { asked, boundTimes } = exactly(times)
  objectiveBounds(problem, boundTimes)(box)
  const work = { vm1: 45 * 0.0066, vm2: 45 * 0.0066, vm3: 170 * 0.0017 }
  expect(asked).toEqual([
    { vm3: 1 },
    { vm1: 1 },
    { vm2: 1 },
    { vm3: work.vm3, vm1: work.vm1 },
    work,
    { vm1: 1, vm2: 1, vm3: 1 },
  ])
})

test('together, targets can be out of reach that each could be kept alone', () => {
  // sum rho T is at least 0.03, whatever the weights; every domain alone could be at zero.
  const boundTimes: BoundTimes = () => (coefficients) =>
    Object.keys(coefficients).length === 3 ? 0.03 : 0
  const targets = { vm1: 0.01, vm2: 0.01, vm3: 0.01 }
  const problem = { ...paperProblem, mode: 'keep-targets' as const, targets }
  const { ratio } = objectiveBounds(problem, boundTimes)(box)
  expect(ratio).toBeCloseTo(0.03 / (0.01 * 0.883), 9)
})

test('over the box of a single allocation, no bound of SDPS exceeds what SDPS predicts', () => {
  const part = fc.array(between(0.5, 1.5), { minLength: 3, maxLength: 3 })
  const objectives = fc.constantFrom<Objective>('total-delay', 'mean-over-requests', 'meet-targets')
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      part,
      objectives,
      fc.nat(35),
      (seed, parts, objective, pick) => {
        const drawn = drawnLoad(3, seed)
        // At 70 % of one pCPU.
        const rho = drawn.domains.reduce(
          (sum, each) => sum + each.arrivalRatePerSecond * each.serviceTimeSeconds,
          0,
        )
        const load = {
          ...drawn,
          scheduler: 'credit' as const,
          domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
          domains: drawn.domains.map((each) => ({
            ...each,
            arrivalRatePerSecond: (0.7 * each.arrivalRatePerSecond) / rho,
            vCpus: 1,
          })),
        }
        const currentWeights = equalWeights(load)
        const now = [...sdpsTimes(load)(currentWeights)]
        const problem: WeightProblem = {
          ...paperProblem,
          load,
          currentWeights,
          stepShare: 0.1,
          objective,
          mode: 'keep-targets',
          targets: Object.fromEntries(now.map(([name, t], index) => [name, parts[index]! * t!])),
          softTargets: Object.fromEntries(
            now.map(([name, t], index) => [name, parts[index]! * t!]),
          ),
          aloneSeconds: Object.fromEntries(now.map(([name]) => [name, 0.01])),
        }
        const posed = poseGrid(problem)
        const written = writtenAs(problem, posed, [...allocations(posed.grid)][pick]!)
        const judged = judgeAllocation(problem, written, sdpsTimes(load)(written.weights))
        const { weights } = written
        const bound = objectiveBounds(
          problem,
          sdpsBoundTimes(load),
        )({ least: weights, most: weights })
        expect(bound.cost).toBeLessThanOrEqual(judged.cost * (1 + 1e-9))
        expect(bound.excess).toBeLessThanOrEqual(judged.excess + 1e-9)
        expect(bound.softExcess).toBeLessThanOrEqual(judged.softExcess + 1e-9)
      },
    ),
    { numRuns: 15 },
  )
})
