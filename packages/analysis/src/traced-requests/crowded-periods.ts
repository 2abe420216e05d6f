import type { LoggedRequest, TracePart } from '@steelyard/traces'

/** A time in which more selected requests began than chance explains. */
export interface CrowdedPeriod extends TracePart {
  selected: number
  /** How many would have begun in it, were they spread as all requests are. */
  expected: number
}

const SLICES = 20
/** Two are no crowd, however seldom chance puts both into one slice. */
const FEWEST = 3
/** Over all slices (Bonferroni). */
const SIGNIFICANCE = 0.05 / SLICES

/**
 * Where selected requests crowd: slices of equal length in which more of them began than a draw of as
 * many from all requests would give (binomial, exact). Neighbouring slices are joined. Requests that come
 * together share a fate, so a crowd is somewhat less rare than this says.
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
  const drawn = isSelected.filter(Boolean).length
  const periods: CrowdedPeriod[] = []
  let open: CrowdedPeriod | null = null
  for (const [i, { all, selected }] of slices.entries()) {
    const part = all / requests.length
    if (selected < FEWEST || chanceOf(selected, drawn, part) >= SIGNIFICANCE) {
      open = null
      continue
    }
    if (!open) {
      open = { fromSeconds: fromSeconds + i * sliceSeconds, toSeconds: 0, selected: 0, expected: 0 }
      periods.push(open)
    }
    open.toSeconds = fromSeconds + (i + 1) * sliceSeconds
    open.selected += selected
    open.expected += drawn * part
  }
  return periods
}

/** P(X >= count) for X binomial. Logarithms, because single terms may be smaller than any number. */
function chanceOf(count: number, trials: number, probability: number): number {
  if (probability === 1) return 1
  const odds = Math.log(probability / (1 - probability))
  let term = trials * Math.log1p(-probability)
  let chance = 0
  for (let successes = 0; successes <= trials; successes++) {
    if (successes >= count) chance += Math.exp(term)
    term += odds + Math.log((trials - successes) / (successes + 1))
  }
  return chance
}
