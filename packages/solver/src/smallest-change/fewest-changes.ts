import { valueFor, type Weights } from '@steelyard/model'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { giveTurns } from '../separable/give-turns.ts'
import { changesInOrder, changeTo, type WeightChange } from './changes-in-order.ts'

/**
 * How weights stand with the targets: the greatest time over its target, by the times themselves and
 * by the far ends of their intervals. Infinite where a time is missing.
 */
export interface Standing {
  worst: number
  worstSurely: number
}

export interface FewestChangesOptions {
  /** Stands in for `judge` where that costs too much to be asked about every change. */
  guess: (weights: Weights) => Promise<Standing>
  judge: (weights: Weights) => Promise<Standing>
  /** How many changes are judged at most. */
  mostJudged: number
  /** Judged before all others, outside that limit. */
  known: readonly Weights[]
  signal?: AbortSignal
}

export interface FewestChanges {
  weights: Weights
  /** Whether the whole intervals keep the targets. */
  isSure: boolean
}

/**
 * The change of the fewest domains, and of these the smallest, whose whole intervals keep every
 * target; where none does, the one whose times do. The guess says what to judge next: what it is off
 * on one change it is taken to be off on the others of the same domains.
 * @returns null where no change that was judged keeps the targets
 * @throws WeightProblemError as `changesInOrder`
 */
export async function fewestChanges(
  problem: WeightProblem,
  { guess, judge, mostJudged, known, signal }: FewestChangesOptions,
): Promise<FewestChanges | null> {
  const changes = withKnown(problem, known)
  const giveTurn = giveTurns(signal)
  const guesses: Standing[] = []
  const judged = new Map<number, Standing>()
  for (const weights of known) {
    const index = changes.findIndex((each) => isSame(problem, each.weights, weights))
    if (index >= 0) judged.set(index, await judge(weights))
  }
  /** The first change before `end` that is worth judging, or -1. */
  const nextOf = async (of: keyof Standing, end: number) => {
    for (let index = 0; index < end; index++) {
      if (judged.has(index)) continue
      await giveTurn()
      guesses[index] ??= await guess(changes[index]!.weights)
      if (guesses[index]![of] * offBy(changes, index, guesses, judged, of) <= 1) return index
    }
    return -1
  }
  let left = mostJudged
  for (const of of ['worstSurely', 'worst'] as const) {
    for (;;) {
      const found = changes.findIndex(
        (_, index) => (judged.get(index)?.[of] ?? Number.POSITIVE_INFINITY) <= 1,
      )
      const next = left > 0 ? await nextOf(of, found < 0 ? changes.length : found) : -1
      if (next < 0) {
        if (found < 0) break
        return { weights: changes[found]!.weights, isSure: of === 'worstSurely' }
      }
      judged.set(next, await judge(changes[next]!.weights))
      left -= 1
    }
  }
  return null
}

function withKnown(problem: WeightProblem, known: readonly Weights[]): WeightChange[] {
  const changes = changesInOrder(problem)
  const more = known
    .map((weights) => changeTo(problem, weights))
    .filter(
      ({ weights, changed }) =>
        changed.length > 0 && !changes.some((each) => isSame(problem, each.weights, weights)),
    )
  return [...changes, ...more].sort(
    (a, b) => a.changed.length - b.changed.length || a.size - b.size,
  )
}

function isSame({ load }: WeightProblem, one: Weights, other: Weights): boolean {
  return load.domains.every(({ name }) => valueFor(one, name) === valueFor(other, name))
}

/** By how much the guess was off on the change of the same domains that was judged last; else 1. */
function offBy(
  changes: readonly WeightChange[],
  index: number,
  guesses: readonly (Standing | undefined)[],
  judged: ReadonlyMap<number, Standing>,
  of: keyof Standing,
): number {
  const same = changes[index]!.changed.join()
  const last = [...judged].findLast(
    ([other]) => guesses[other] && changes[other]!.changed.join() === same,
  )
  if (!last) return 1
  const factor = last[1][of] / guesses[last[0]]![of]
  return Number.isFinite(factor) ? factor : 1
}
