import { DOMAIN0_NAME, uniform, type Weights } from '@steelyard/model'
import { type Steps, stepsOf, weightsOf } from '../advice/allocations.ts'
import type { SyntheticHost } from './draw-host.ts'
import { isBetter, type Score } from './score.ts'

/** The grid of 0.05. */
const STEPS = 20
const MOST_SCORED = 140
const STRIDES = [6, 3, 1]

/**
 * The best weights that a local search finds on the grid of 0.05. It moves share from one guest to
 * another, first in great steps, and keeps what is better. All weights face the same requests, so it
 * compares weights and not chance.
 * @param starts weights to begin with, such as those that somebody recommends
 */
export function findBest(
  { weights: inForce, guests, seed, number }: SyntheticHost,
  starts: readonly Weights[],
  score: (weights: Weights) => Score,
): Weights {
  const names = guests.map(({ name }) => name)
  const draw = uniform(seed * 1000 + number + 500)
  const known = new Map<string, Score>()
  const scored = (steps: Steps): Score => {
    const key = names.map((name) => steps[name]).join()
    const own = known.get(key) ?? score(weightsOf(steps, inForce))
    known.set(key, own)
    return own
  }
  const usage = guests.map((each) => each.requestsPerSecond * each.cpuSecondsPerRequest)
  const byUsage = Object.fromEntries(names.map((name, index) => [name, usage[index]!]))
  const even = Object.fromEntries(names.map((name) => [name, 1]))
  const [first, ...others] = [inForce, even, byUsage, ...starts].map((each) => snap(each, names))
  let best = others.reduce((so, each) => (isBetter(scored(each), scored(so)) ? each : so), first!)
  for (const stride of STRIDES) {
    let untried = shuffled(movesOf(names), draw)
    while (untried.length > 0 && known.size < MOST_SCORED) {
      const { from, to } = untried.pop()!
      const moved = Math.min(stride, best[from]! - 1)
      if (moved < 1) continue
      const next = { ...best, [from]: best[from]! - moved, [to]: best[to]! + moved }
      if (!isBetter(scored(next), scored(best))) continue
      best = next
      untried = shuffled(movesOf(names), draw)
    }
  }
  return weightsOf(best, inForce)
}

/** The allocation of the grid next to these weights, with a step at least for each guest. */
function snap(weights: Weights, names: readonly string[]): Steps {
  const own = stepsOf({ ...weights, [DOMAIN0_NAME]: 0 }, names)
  const steps = Object.fromEntries(names.map((name) => [name, Math.max(1, Math.round(own[name]!))]))
  for (;;) {
    const sum = names.reduce((total, name) => total + steps[name]!, 0)
    if (sum === STEPS) return steps
    const sign = Math.sign(STEPS - sum)
    const open = names.filter((name) => sign > 0 || steps[name]! > 1)
    const off = (name: string) => sign * (own[name]! - steps[name]!)
    const next = open.reduce((most, name) => (off(name) > off(most) ? name : most))
    steps[next]! += sign
  }
}

function movesOf(names: readonly string[]) {
  return names.flatMap((from) => names.flatMap((to) => (from === to ? [] : [{ from, to }])))
}

function shuffled<T>(values: T[], draw: () => number): T[] {
  return values
    .map((value) => ({ value, at: draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
