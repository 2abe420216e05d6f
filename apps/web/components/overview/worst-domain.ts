import type { AnalysisResult, DomainResult } from '@steelyard/contract'

/** How far the peak is above its target. Any domain with a target outranks those without. */
function pressure(domain: DomainResult): number {
  const peak = domain.observedMs ?? domain.measured?.meanMs
  if (peak === null || peak === undefined) return Number.NEGATIVE_INFINITY
  const target = domain.target?.responseTimeMs
  return target ? 1e9 + peak / target : peak
}

/** The domain to look at first: the one furthest above its target, else the slowest. */
export function worstDomain(result: AnalysisResult): DomainResult | null {
  const measured = result.domains.filter((domain) => Number.isFinite(pressure(domain)))
  if (measured.length === 0) return null
  return measured.reduce((worst, each) => (pressure(each) > pressure(worst) ? each : worst))
}
