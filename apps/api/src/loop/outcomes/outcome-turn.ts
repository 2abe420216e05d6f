import { type StoredOutcome, storedOutcome } from '../../stored-outcome.ts'
import type { Turn } from '../recommendations/turn-recommendation.ts'

const TURNS = {
  confirmed: {
    state: 'confirmed',
    decision: 'outcome-confirmed',
    notice: { event: 'outcome-confirmed', title: 'a change did what was foretold' },
  },
  'not-confirmed': {
    state: 'not-confirmed',
    decision: 'outcome-not-confirmed',
    notice: { event: 'outcome-not-confirmed', title: 'a change did not do what was foretold' },
  },
  worse: {
    state: 'worse',
    decision: 'outcome-worse',
    notice: { event: 'outcome-worse', title: 'a change made things worse' },
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
        domains: domains.map(({ domain, measuredSeconds, underThisLoad, leftAlone }) => ({
          domain,
          measuredSeconds,
          underThisLoad,
          leftAlone,
        })),
      },
    },
    data: {
      outcome: state,
      outcomeEvidence: storedOutcome.write(outcome),
      judgedAt,
    },
  }
}
