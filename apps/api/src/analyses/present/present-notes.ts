import type { RecommendationNote } from '@steelyard/analysis'
import type { Reason } from '@steelyard/contract'
import { words } from '@steelyard/words'

const NOTHING = ['no-load', 'not-enough-evidence', 'not-posed']
const FOR_INFORMATION = ['recommended-by-formula', 'throughput-not-optimised']

/** Explains why nothing is recommended, or what a recommendation leaves out. */
export function presentNote(note: RecommendationNote): Reason {
  return {
    code: NOTHING.includes(note.code) ? 'no-recommendation' : note.code,
    text: words.analyses.note(note),
    severity: FOR_INFORMATION.includes(note.code) ? 'info' : 'warning',
  }
}
