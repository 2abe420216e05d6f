import type { Lever } from '@steelyard/contract'

/** Splits the ranked levers into the best of each kind and the rest. */
export function bestOfKinds(ranked: readonly Lever[]): { best: Lever[]; rest: Lever[] } {
  const seen = new Set<Lever['kind']>()
  const best: Lever[] = []
  const rest: Lever[] = []
  for (const lever of ranked) {
    const first = !seen.has(lever.kind)
    seen.add(lever.kind)
    ;(first ? best : rest).push(lever)
  }
  return { best, rest }
}
