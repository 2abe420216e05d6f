import { PolicyMode, type PolicySettings } from '@steelyard/contract'

/** From the one that does least to the one that does most. */
const MODES = PolicyMode.options

/**
 * Of several policies that cover a host, the one that does least: by its mode, then as a dry run, then
 * by the least step, the greatest gain that it asks for, and the longest cool-down. Equal ones are
 * told apart by their tag, so that the same one wins each time.
 * @returns null where none is given
 */
export function mostCautious<P extends { tag: string | null; settings: PolicySettings }>(
  policies: readonly P[],
): P | null {
  return [...policies].sort(byCaution)[0] ?? null
}

function byCaution(
  a: { tag: string | null; settings: PolicySettings },
  b: { tag: string | null; settings: PolicySettings },
): number {
  const [mine, other] = [boldness(a.settings), boldness(b.settings)]
  const differs = mine.findIndex((value, index) => value !== other[index])
  if (differs >= 0) return mine[differs]! - other[differs]!
  return (a.tag ?? '').localeCompare(b.tag ?? '')
}

function boldness({ mode, dryRun, largestStep, leastGain, coolDownMinutes }: PolicySettings) {
  return [MODES.indexOf(mode), dryRun ? 0 : 1, largestStep, -leastGain, -coolDownMinutes]
}
