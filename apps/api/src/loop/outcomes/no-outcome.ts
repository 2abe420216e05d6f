import type { Saying } from '@steelyard/words'
import type { Turn } from '../recommendations/turn-recommendation.ts'

/** The change stays, and nothing is known of what it did. */
export function noOutcome(why: Extract<Saying, { code: 'no-outcome' }>['why']): Turn {
  return {
    state: 'not-confirmed',
    saying: { code: 'no-outcome', why },
    decision: 'outcome-unknown',
    data: { outcome: 'unknown' },
  }
}
