import type { Turn } from '../recommendations/turn-recommendation.ts'

/** The change stays, and nothing is known of what it did. */
export function noOutcome(reason: string): Turn {
  return {
    state: 'not-confirmed',
    reason,
    decision: 'outcome-unknown',
    data: { outcome: 'unknown' },
  }
}
