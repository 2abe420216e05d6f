import type { AnalysisResult, DomainResult } from '@steelyard/contract'

/** The domain nearest to its target or farthest above it; without targets the slowest. */
export function decidingDomain({ domains }: Pick<AnalysisResult, 'domains'>): DomainResult | null {
  const withTarget = domains.filter(({ target }) => target?.responseTimeMs)
  const compared = withTarget.length > 0 ? withTarget : domains
  const excess = ({ observedMs, target }: DomainResult) =>
    (observedMs ?? 0) / (target?.responseTimeMs ?? 1)
  return compared.toSorted((a, b) => excess(b) - excess(a))[0] ?? null
}
