import type { AnalysisResult } from '@steelyard/analysis'
import type { Twin } from '@steelyard/contract'
import { presentTwinDomains } from './present-twin-domains.ts'
import { assumptionOf, obstacleOf } from './twin-words.ts'

export function presentTwin(
  { obstacle, notes, domains, ...twin }: AnalysisResult['twin'],
  measured: AnalysisResult['measured'],
): Twin {
  const assumptions = notes.map(assumptionOf).join(' ')
  return {
    ...twin,
    reason: obstacle ? obstacleOf(obstacle) : assumptions || null,
    domains: presentTwinDomains(domains, measured),
  }
}
