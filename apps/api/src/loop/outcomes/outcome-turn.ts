import { type StoredOutcome, storedOutcome } from '../../stored-outcome.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

const TURNS = {
  confirmed: {
    state: 'confirmed',
    decision: 'outcome-confirmed',
    notice: 'outcome-confirmed',
  },
  'not-confirmed': {
    state: 'not-confirmed',
    decision: 'outcome-not-confirmed',
    notice: 'outcome-not-confirmed',
  },
  worse: {
    state: 'worse',
    decision: 'outcome-worse',
    notice: 'outcome-worse',
  },
  unknown: { state: 'not-confirmed', decision: 'outcome-unknown' },
} as const

/** How a recommendation goes on once its outcome is known. */
export function outcomeTurn(outcome: StoredOutcome, judgedAt: Date): Turn {
  const { state, deciding, worst, domains } = outcome
  return {
    ...TURNS[state],
    saying: {
      code: 'outcome',
      outcome: {
        state,
        deciding,
        worst,
        domains: domains.map(
          ({ domain, measuredSeconds, underThisLoad, leftAlone, loadRatio }) => ({
            domain,
            measuredSeconds,
            underThisLoad,
            leftAlone,
            loadRatio,
          }),
        ),
      },
    },
    data: {
      outcome: state,
      outcomeEvidence: storedOutcome.write(outcome),
      judgedAt,
    },
  }
}
