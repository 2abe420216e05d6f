import type { LoggedRequest, TracePart } from '@steelyard/traces'

/** A time in which more selected requests began than chance explains. */
export interface CrowdedPeriod extends TracePart {
  selected: number
  /** How many would have begun in it, were they spread as all requests are. */
  expected: number
}

const SLICES = 40
const FEWEST = 5
/** One-sided quantile of the normal distribution at 5 % over all slices (Bonferroni). */
const BEYOND_CHANCE = 3.02

/**
 * Where selected requests crowd: slices of equal length in which more of them began than a draw of as
 * many from all requests would give (hypergeometric, by its normal approximation). Neighbouring slices
 * are joined.
 */
export function crowdedPeriods(
  requests: readonly LoggedRequest[],
  isSelected: readonly boolean[],
  { fromSeconds, toSeconds }: TracePart,
): CrowdedPeriod[] {
  const sliceSeconds = (toSeconds - fromSeconds) / SLICES
  const slices = Array.from({ length: SLICES }, () => ({ all: 0, selected: 0 }))
  for (const [i, { startSeconds }] of requests.entries()) {
    const slice = slices[Math.floor((startSeconds - fromSeconds) / sliceSeconds)] ?? slices.at(-1)!
    slice.all++
    if (isSelected[i]) slice.selected++
  }
  const drawn = isSelected.filter(Boolean).length / requests.length
  const periods: CrowdedPeriod[] = []
  let open: CrowdedPeriod | null = null
  for (const [i, { all, selected }] of slices.entries()) {
    if (!isCrowded(selected, all, drawn, requests.length)) {
      open = null
      continue
    }
    if (!open) {
      open = { fromSeconds: fromSeconds + i * sliceSeconds, toSeconds: 0, selected: 0, expected: 0 }
      periods.push(open)
    }
    open.toSeconds = fromSeconds + (i + 1) * sliceSeconds
    open.selected += selected
    open.expected += all * drawn
  }
  return periods
}

/** @param drawn part of all requests that is selected */
function isCrowded(selected: number, inSlice: number, drawn: number, requests: number): boolean {
  if (selected < FEWEST) return false
  const left = (requests - inSlice) / (requests - 1)
  const deviation = Math.sqrt(inSlice * drawn * (1 - drawn) * left)
  return selected > inSlice * drawn + BEYOND_CHANCE * deviation
}
