import type { RangeReason } from '@steelyard/analysis'

/** Why this part of the recording is judged. */
export const RANGE_REASONS: Record<RangeReason, string> = {
  'as-asked': 'The range is as requested.',
  'weights-unchanged': 'The range is the whole recording, during which the weights did not change.',
  'where-traced':
    'The range is the time in which requests were logged and the CPU was traced; the logs cover more.',
  'since-last-change': 'The range begins at the last change of weights.',
  'since-last-change-late':
    'The range begins at the last change of weights. Its only window began before the change, so choose shorter windows.',
}
