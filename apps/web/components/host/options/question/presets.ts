import type { AnalysisResult, Objective } from '@steelyard/contract'

export interface Preset {
  label: string
  /** The objective that chose the weights, with what is known of the choice. Null for advice. */
  from: Pick<Objective, 'objective' | 'statement'> | null
  weights: { domain: string; weight: number }[]
}

const objectiveLabels: Record<Objective['objective'], string> = {
  'meet-targets': 'Best for the targets?',
  'mean-slowdown': 'Fairest?',
  'mean-over-requests': 'Least mean of all requests?',
  'total-delay': 'Least total delay?',
  'smallest-change': 'Smallest change?',
  'raise-violators': 'Only the late ones raised?',
}

/** Weights worth trying, without duplicates: the recommended ones, and those of every objective. */
export function presetsOf({ recommendation, objectives }: AnalysisResult): Preset[] {
  const candidates: Preset[] = [
    ...(recommendation?.advice === 'change'
      ? [{ label: 'Recommended', from: null, weights: afterOf(recommendation.domains) }]
      : []),
    ...(objectives ?? []).map(({ objective, statement, weights }) => ({
      label: objectiveLabels[objective],
      from: { objective, statement },
      weights,
    })),
  ]
  const seen = new Set<string>()
  return candidates.filter(({ weights }) => {
    const key = keyOf(weights)
    return weights.length > 0 && !seen.has(key) && seen.add(key)
  })
}

/** The preset whose weights a question asks about; null for other weights. */
export function presetAsked(presets: readonly Preset[], asked: Preset['weights']): Preset | null {
  const weightOf = new Map(asked.map(({ domain, weight }) => [domain, weight]))
  return (
    presets.find(({ weights }) =>
      weights.every(({ domain, weight }) => weightOf.get(domain) === weight),
    ) ?? null
  )
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
