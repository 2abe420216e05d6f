import type { LabVariant } from '@steelyard/contract'
import { formatNumber, formatPercent } from '@steelyard/contract/format'

export interface Misses {
  variant: LabVariant
  /** Jobs of all real-time domains; `missed` of them missed their deadline. */
  jobs: number
  missed: number
  /** Units of work per second that the other domains complete. */
  unitsPerSecond: number
}

export function missesOf(variants: readonly LabVariant[], unitMs: number): Misses[] {
  return variants.map((variant) => {
    const realTime = variant.domains.flatMap(({ deadlines }) => deadlines ?? [])
    const others = variant.domains.filter(
      ({ name, deadlines }) => !deadlines && name !== 'Domain-0',
    )
    const shares = others.reduce((sum, { cpuShare }) => sum + cpuShare, 0)
    return {
      variant,
      jobs: realTime.reduce((sum, { jobs }) => sum + jobs, 0),
      missed: realTime.reduce((sum, { missed }) => sum + missed, 0),
      unitsPerSecond: shares / (unitMs / 1000),
    }
  })
}

export function missedPart({ jobs, missed }: Misses): number {
  return jobs > 0 ? missed / jobs : 0
}

/**
 * The policy with the fewest misses; among equals, the one that leaves most to the other domains.
 */
function best(all: readonly Misses[]): Misses | undefined {
  return all.toSorted(
    (a, b) => missedPart(a) - missedPart(b) || b.unitsPerSecond - a.unitsPerSecond,
  )[0]
}

/**
 * Says which policy misses fewest deadlines, what it costs the others, and what stock Xen offers.
 */
export function missesVerdict(all: readonly Misses[]): {
  headline: string
  instead: string | null
} {
  const [first] = all
  const winner = best(all)
  if (!first || !winner || first.jobs === 0) {
    return { headline: 'No deadlines were simulated.', instead: null }
  }
  const said = (misses: Misses) =>
    `“${misses.variant.label}” misses ${formatPercent(missedPart(misses))} of the deadlines (“${first.variant.label}” ${formatPercent(missedPart(first))}). It leaves the others ${formatNumber(misses.unitsPerSecond)} units a second${lostWords(misses, first)}.`
  if (missedPart(winner) >= missedPart(first)) {
    return {
      headline: `Nothing misses fewer deadlines than “${first.variant.label}”: ${formatPercent(missedPart(first))}.`,
      instead: null,
    }
  }
  const stock = best(all.filter(({ variant }) => variant.stockXen))
  return {
    headline: `${said(winner)}${winner.variant.stockXen ? '' : ' No released Xen can do this.'}`,
    instead: winner.variant.stockXen || !stock ? null : `What stock Xen can do: ${said(stock)}`,
  }
}

function lostWords(misses: Misses, first: Misses): string {
  if (misses === first || first.unitsPerSecond === 0) return ''
  const lost = 1 - misses.unitsPerSecond / first.unitsPerSecond
  return lost >= 0 ? `, ${formatPercent(lost)} fewer` : `, ${formatPercent(-lost)} more`
}
