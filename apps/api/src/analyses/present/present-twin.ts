import type { AnalysisResult } from '@steelyard/analysis'
import type { Twin } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { presentTwinDomains } from './present-twin-domains.ts'

export function presentTwin(
  { obstacle, notes, domains, ...twin }: AnalysisResult['twin'],
  measured: AnalysisResult['measured'],
): Twin {
  const assumptions = notes.map(words.analyses.twinAssumption).join(' ')
  return {
    ...twin,
    reason: obstacle ? words.analyses.twinObstacle(obstacle) : assumptions || null,
    domains: presentTwinDomains(domains, measured),
  }
}
