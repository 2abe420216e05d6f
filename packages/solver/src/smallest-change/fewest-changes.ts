import { valueFor, type Weights } from '@steelyard/model'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { giveTurns } from '../separable/give-turns.ts'
import { changesInOrder, changeTo, type SizedChange } from './changes-in-order.ts'

/** The greatest time over its target under some weights; infinite where a time is missing. */
export type WorstUnder = (weights: Weights) => Promise<number>

interface FewestChangesOptions {
  /** Stands in for `judge` where that costs too much to be asked about every change. */
  guess: WorstUnder
  judge: WorstUnder
  /** How many changes are judged at most. */
  mostJudged: number
  /** Judged before all others, outside that limit. */
  known: readonly Weights[]
  signal?: AbortSignal
}

/**
 * The change of the fewest domains, and of these the smallest, that keeps every target. The guess
 * says what to judge next: what it is off on one change it is taken to be off on the others of the
 * same domains.
 * @returns null where no change that was judged keeps the targets
 * @throws WeightProblemError as `changesInOrder`
 */
export async function fewestChanges(
  problem: WeightProblem,
  { guess, judge, mostJudged, known, signal }: FewestChangesOptions,
): Promise<Weights | null> {
  const changes = withKnown(problem, known)
  const giveTurn = giveTurns(signal)
  const guesses: number[] = []
  const judged = new Map<number, number>()
  for (const weights of known) {
    const index = changes.findIndex((each) => isSame(problem, each.weights, weights))
    if (index >= 0) judged.set(index, await judge(weights))
  }
  /** The first change before `end` that is worth judging; null without any. */
  const nextOf = async (end: number) => {
    for (let index = 0; index < end; index++) {
      if (judged.has(index)) continue
      await giveTurn()
      guesses[index] ??= await guess(changes[index]!.weights)
      if (guesses[index]! * offBy(changes, index, guesses, judged) <= 1) return index
    }
    return null
  }
  for (let left = mostJudged; ; left--) {
    const found = changes.findIndex((_, index) => isKept(judged.get(index)))
    const next = left > 0 ? await nextOf(found < 0 ? changes.length : found) : null
    if (next === null) return changes[found]?.weights ?? null
    judged.set(next, await judge(changes[next]!.weights))
  }
}

function isKept(worst: number | undefined): boolean {
  return worst !== undefined && worst <= 1
}

function withKnown(problem: WeightProblem, known: readonly Weights[]): SizedChange[] {
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
  changes: readonly SizedChange[],
  index: number,
  guesses: readonly (number | undefined)[],
  judged: ReadonlyMap<number, number>,
): number {
  const same = changes[index]!.changed.join()
  const last = [...judged].findLast(
    ([other]) => guesses[other] && changes[other]!.changed.join() === same,
  )
  if (!last) return 1
  const factor = last[1] / guesses[last[0]]!
  return Number.isFinite(factor) ? factor : 1
}
