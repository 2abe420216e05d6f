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
 * The smallest change of as few domains as keep every target; of as many, one whose whole intervals
 * keep them goes before one whose times alone do. The guess says what to judge next: what it is off
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
  let left = mostJudged
  const isKept = (index: number, by: keyof Standing) =>
    (judged.get(index)?.[by] ?? Number.POSITIVE_INFINITY) <= 1
  /** The first of some changes that is worth judging; null without any. */
  const nextOf = async (some: readonly number[], by: keyof Standing) => {
    for (const index of left > 0 ? some : []) {
      if (judged.has(index)) continue
      await giveTurn()
      guesses[index] ??= await guess(changes[index]!.weights)
      if (guesses[index]![by] * offBy(changes, index, guesses, judged, by) <= 1) return index
    }
    return null
  }
  const smallest = async (some: readonly number[], by: keyof Standing) => {
    for (;;) {
      const found = some.find((index) => isKept(index, by))
      const nearer = some.slice(0, found === undefined ? undefined : some.indexOf(found))
      const next = await nextOf(nearer, by)
      if (next === null) return found
      judged.set(next, await judge(changes[next]!.weights))
      left -= 1
    }
  }
  for (const some of byHowMany(changes)) {
    for (const by of ['worstSurely', 'worst'] as const) {
      const found = await smallest(some, by)
      if (found !== undefined) {
        return { weights: changes[found]!.weights, isSure: by === 'worstSurely' }
      }
    }
  }
  return null
}

/** The places of the changes of one domain, then of those of two, and so on. */
function byHowMany(changes: readonly WeightChange[]): number[][] {
  const groups: number[][] = []
  for (const [index, { changed }] of changes.entries()) {
    groups[changed.length] = [...(groups[changed.length] ?? []), index]
  }
  return groups.filter(Boolean)
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
  by: keyof Standing,
): number {
  const same = changes[index]!.changed.join()
  const last = [...judged].findLast(
    ([other]) => guesses[other] && changes[other]!.changed.join() === same,
  )
  if (!last) return 1
  const factor = last[1][by] / guesses[last[0]]![by]
  return Number.isFinite(factor) ? factor : 1
}
