import type { WeightObjective } from '@steelyard/analysis'

/** What a gain is measured in. */
export const objectiveWords: Record<WeightObjective, string> = {
  'meet-targets': 'the worst ratio of a time to its target',
  'smallest-change': 'the worst ratio of a time to its target',
  'raise-violators': 'the worst ratio of a time to its target',
  'mean-slowdown': 'mean slowdown',
  'mean-over-requests': 'the mean over all requests',
  'total-delay': 'total delay',
}
