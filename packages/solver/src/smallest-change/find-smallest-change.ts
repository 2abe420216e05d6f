import type { JudgedAllocation, WrittenAllocation } from '../problem/judge-allocation.ts'
import type { WeightProblem } from '../problem/weight-problem.ts'
import { bestOf } from '../search/choose-among.ts'
import { KEPT_LEVELS, type KeptLevel, keptLevel } from './kept-level.ts'
import type { Rings } from './rings.ts'

interface SmallestFound {
  best: JudgedAllocation | null
  /** How well it keeps the targets; null where it misses one. */
  level: KeptLevel | null
  /** The evaluations of all that were looked at. */
  tried: JudgedAllocation[]
}

/**
 * Looks at ring after ring until one has weights that keep every target with the margin, and every
 * soft target. Without any, the nearest weights that come closest to that.
 * @param judge evaluates what it wants of a ring; null once the budget is used up
 */
export async function findSmallestChange(
  problem: WeightProblem,
  rings: Rings['rings'],
  judge: (ring: readonly WrittenAllocation[]) => Promise<readonly JudgedAllocation[] | null>,
): Promise<SmallestFound> {
  const nearest = new Map<KeptLevel, JudgedAllocation>()
  const tried: JudgedAllocation[] = []
  for (const ring of rings) {
    const judged = await judge(ring)
    if (!judged) break
    tried.push(...judged)
    for (const level of KEPT_LEVELS) {
      const best = bestOf(judged.filter((each) => keptLevel(problem, each) === level))
      if (best && !nearest.has(level)) nearest.set(level, best)
    }
    if (nearest.has(KEPT_LEVELS[0])) break
  }
  const level = KEPT_LEVELS.find((each) => nearest.has(each)) ?? null
  return { best: level && nearest.get(level)!, level, tried }
}
