import type { AnalysisResult, Objective } from '@steelyard/contract'

export interface Preset {
  label: string
  weights: { domain: string; weight: number }[]
}

const objectiveLabels: Record<Objective['objective'], string> = {
  'meet-targets': 'Best for the targets?',
  'mean-slowdown': 'Fairest?',
  'mean-over-requests': 'Least mean of all requests?',
  'total-delay': 'Least total delay?',
  'raise-violators': 'Only the late ones raised?',
}

/** Weights worth trying, without duplicates: the recommended ones, and those of every objective. */
export function presetsOf({ recommendation, objectives }: AnalysisResult): Preset[] {
  const candidates: Preset[] = [
    ...(recommendation?.advice === 'change'
      ? [{ label: 'Recommended', weights: afterOf(recommendation.domains) }]
      : []),
    ...(objectives ?? []).map(({ objective, weights }) => ({
      label: objectiveLabels[objective],
      weights,
    })),
  ]
  const seen = new Set<string>()
  return candidates.filter(({ weights }) => {
    const key = keyOf(weights)
    return weights.length > 0 && !seen.has(key) && seen.add(key)
  })
}

function afterOf(domains: readonly { domain: string; weightAfter: number }[]): Preset['weights'] {
  return domains.map(({ domain, weightAfter }) => ({ domain, weight: weightAfter }))
}

function keyOf(weights: Preset['weights']): string {
  return weights
    .map(({ domain, weight }) => `${weight} ${domain}`)
    .toSorted()
    .join('\n')
}

/** The preset weights at which a domain's slider must be able to stop. */
export function presetWeights(presets: readonly Preset[], domain: string): number[] {
  return presets.flatMap(({ weights }) =>
    weights.filter((each) => each.domain === domain).map(({ weight }) => weight),
  )
}
