import type { DomainResult } from '@steelyard/contract'

/** How far a peak is over its target; without a target a domain comes after all that have one. */
function urgency(domain: DomainResult): number {
  const target = domain.target?.responseTimeMs
  if (!target || domain.peakResponseTimeMs === null) return -1
  return domain.peakResponseTimeMs / target
}

/** The domain in most trouble first; equals keep their order. */
export function worstFirst(domains: readonly DomainResult[]): DomainResult[] {
  return domains.toSorted((a, b) => urgency(b) - urgency(a))
}
