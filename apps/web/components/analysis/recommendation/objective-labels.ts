import type { WeightObjective } from '@steelyard/contract'

/**
 * The objectives that weights can minimise, each with its formula; R is a domain's response time.
 */
export const objectiveLabels: Record<WeightObjective, string> = {
  'meet-targets': 'Meet the targets: least max(R / target)',
  'mean-slowdown': 'Fair: least mean slowdown, R / R alone',
  'mean-over-requests': 'Least mean over all requests, Σ λR / Σ λ',
  'total-delay': 'Least total delay ΣR by the published formula',
  'smallest-change': 'Least shift of all weights that meets the targets with a margin',
  'raise-violators': 'Raise only the guests that miss their target',
}

/** The objectives as they read in the middle of a sentence. */
export const objectiveWords: Record<WeightObjective, string> = {
  'meet-targets': 'the worst ratio of time to target',
  'mean-slowdown': 'the mean slowdown',
  'mean-over-requests': 'the mean over all requests',
  'total-delay': 'the total delay',
  'smallest-change': 'the least shift of all weights that meets the targets',
  'raise-violators': 'the worst ratio of time to target',
}

/** What a gain is measured in: the least shift is chosen by its size, and judged by the targets. */
export function measureWords(objective: WeightObjective): string {
  return objectiveWords[objective === 'smallest-change' ? 'meet-targets' : objective]
}
