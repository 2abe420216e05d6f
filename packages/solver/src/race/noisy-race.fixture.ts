import { delayAware, parkMiller, type Weights } from '@steelyard/model'
import { expect } from 'vitest'
import { drawnLoad, equalWeights, paperProblem } from '../problem/problems.fixture.ts'
import type { Times } from '../problem/response-times.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { optimiseByEnumeration } from '../search/optimise-by-enumeration.ts'
import { type RaceOptions, raceAllocations } from './race-allocations.ts'
import type { PlayStage } from './run-race.ts'

export function problemOf(
  n: number,
  seed: number,
  changes: Partial<WeightProblem> = {},
): WeightProblem {
  const load = drawnLoad(n, seed)
  const aloneSeconds = Object.fromEntries(
    load.domains.map(({ name, serviceTimeSeconds }) => [name, 1.2 * serviceTimeSeconds]),
  )
  return {
    ...paperProblem,
    load,
    aloneSeconds,
    currentWeights: equalWeights(load),
    objective: 'mean-slowdown',
    ...changes,
  }
}

export const byFormula =
  ({ load, normalisation }: WeightProblem) =>
  (weights: Weights): Times =>
    new Map(
      delayAware
        .estimate(load, weights, { normalisation })
        .domains.map((domain) => [domain.name, domain.responseTimeSeconds]),
    )

/**
 * A simulation: the formula times a factor of the stage's seed, which all share, and a random
 * factor of each run.
 */
export function noisy(problem: WeightProblem, { shared = 0.3, own = 0.02, seed = 1 } = {}) {
  const draw = parkMiller((seed * 48271) % 2147483647, 16807)
  const normal = () => {
    let sum = -6
    for (let drawn = 0; drawn < 12; drawn++) sum += draw()
    return sum
  }
  const asked: number[] = []
  const play: PlayStage = async (weights, stage) => {
    asked[stage] = weights.length
    const common = problem.load.domains.map(() => Math.exp(shared * normal()))
    return weights.map((each) => {
      const times = [...byFormula(problem)(each)]
      return new Map(
        times.map(([name, t], index) => [name, t! * common[index]! * Math.exp(own * normal())]),
      )
    })
  }
  return { play, asked }
}

export const rules: RaceOptions = { stages: 5, leastGain: 0.02 }

/** Compares noisy races with the enumeration of the same problems without noise. */
export async function compareRacesWithOptimum(races: number): Promise<void> {
  const seen = { near: 0, covered: 0, saved: 0 }
  for (let seed = 1; seed <= races; seed++) {
    const problem = problemOf(3, seed)
    const predict = byFormula(problem)
    const exact = await optimiseByEnumeration(problem, predict)
    const { play, asked } = noisy(problem, { seed })
    const { race, weights } = await raceAllocations(problem, play, rules)
    const found = await optimiseByEnumeration({ ...problem, currentWeights: weights! }, predict)
    const value = found.objective.before!
    if (value <= exact.objective.after! * 1.1) seen.near++
    // The noise has a mean common to all allocations, so gains are the same as without it.
    const gain = 1 - value / exact.objective.before!
    if (Math.abs(race.gain!.mean - gain) <= race.gain!.halfWidth) seen.covered++
    if (asked[4]! < race.allocations / 2) seen.saved++
    expect(race).toMatchObject({ stages: 5, confidence: 0.95 })
  }
  // With so few stages, the factor of a stage on each domain changes which allocation is best in
  // them.
  expect(seen.near).toBeGreaterThanOrEqual(0.8 * races)
  expect(seen.covered).toBeGreaterThanOrEqual(0.85 * races)
  expect(seen.saved).toBeGreaterThanOrEqual(0.9 * races)
}
