import { MAX_WEIGHT, share, valueFor, type Weights } from '@steelyard/model'
import { groupDomains } from '../problem/group-domains.ts'
import { mostOfGuests, type PosedGrid, poseGrid } from '../problem/pose-grid.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { ringsAround } from './rings.ts'

/** Weights other than those in force, by how few and how small the changes are. */
export interface SizedChange {
  weights: Weights
  /** The domains whose weights differ from those in force. */
  changed: string[]
  /** The sum of |ln after / before|. */
  size: number
}

/** Each step of a single weight is a ratio of the eighth root of two, within four octaves. */
const STEPS_PER_OCTAVE = 8
const OCTAVES = 4

/** Of a grid with more than this, the allocations that the fewest moves reach. */
const MOST_LISTED = 1000

/**
 * The weights of one domain in steps, the others left alone, and the allocations of the grid; those
 * that change the fewest domains first, and of these the least sum of |ln after / before|. Domains
 * that are alike move together. Domain-0 keeps the credits that it needs.
 * @throws WeightProblemError when the grid cannot hold the domains or their bounds
 */
export function changesInOrder(problem: WeightProblem): SizedChange[] {
  const posed = poseGrid(problem)
  const { rings } = ringsAround(problem, posed, { most: MOST_LISTED })
  const all = [
    ...singleMoves(problem, posed),
    ...rings.slice(1).flatMap((ring) => ring.map(({ weights }) => weights)),
  ]
  const known = new Set<string>()
  return all
    .flatMap((weights) => {
      const change = changeTo(problem, weights)
      const key = JSON.stringify(Object.entries(weights).sort())
      if (change.changed.length === 0 || known.has(key)) return []
      known.add(key)
      return [change]
    })
    .sort((a, b) => a.changed.length - b.changed.length || a.size - b.size)
}

export function changeTo({ currentWeights, load }: WeightProblem, weights: Weights): SizedChange {
  const moved = load.domains.flatMap(({ name }) => {
    const [before, after] = [valueFor(currentWeights, name)!, valueFor(weights, name)!]
    return before === after ? [] : [{ name, size: Math.abs(Math.log(after / before)) }]
  })
  return {
    weights,
    changed: moved.map(({ name }) => name),
    size: moved.reduce((sum, { size }) => sum + size, 0),
  }
}

function singleMoves(problem: WeightProblem, { idle }: PosedGrid): Weights[] {
  const { currentWeights, excluded = [] } = problem
  const kept = new Set([...excluded, ...idle])
  const steps = Array.from(
    { length: 2 * OCTAVES * STEPS_PER_OCTAVE + 1 },
    (_, step) => 2 ** (step / STEPS_PER_OCTAVE - OCTAVES),
  )
  return groupDomains(problem, kept)
    .filter(([name]) => !kept.has(name!))
    .flatMap((names) =>
      steps.map((factor) => ({
        ...currentWeights,
        ...Object.fromEntries(
          names.map((name) => {
            const weight = Math.round(valueFor(currentWeights, name)! * factor)
            return [name, Math.min(MAX_WEIGHT, Math.max(1, weight))]
          }),
        ),
      })),
    )
    .filter((weights) => isAllowed(problem, weights))
}

/** The mapping of shares to integers keeps these two for the allocations of the grid. */
function isAllowed(problem: WeightProblem, weights: Weights): boolean {
  const { load, bounds = {}, normalisation } = problem
  const names = load.domains.map(({ name }) => name)
  const shares = share(weights, names, normalisation).domains
  const isWithin = Object.entries(bounds).every(([name, { minShare = 0, maxShare = 1 }]) => {
    const own = valueFor(shares, name) ?? minShare
    return own >= minShare - 1e-9 && own <= maxShare + 1e-9
  })
  const sum = names.reduce((total, name) => total + valueFor(weights, name)!, 0)
  return isWithin && sum <= mostOfGuests(problem).most
}
