import type { ProposedChange, WeightChange } from '@steelyard/words'
import { finite } from '../../milliseconds.ts'
import type { RecommendationRow } from './recommendation-row.ts'
import { changesOf } from './serialise-recommendation.ts'
import { unpackRelief } from './stored-relief.ts'

/** The weights that change. */
export function weightChanges(row: RecommendationRow): WeightChange[] {
  return changesOf(row)
    .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
    .map(({ domain, weightBefore, weightAfter }) => ({ domain, weightBefore, weightAfter }))
}

/** The change with what is expected of it. */
export function proposedChange(row: RecommendationRow): ProposedChange {
  const relief = unpackRelief(row)
  return {
    changes: weightChanges(row),
    gain: row.advice?.gain ?? null,
    relief: relief && {
      missing: relief.missing,
      worstBefore: relief.worstBefore,
      worstExpected: finite(relief.worstExpected),
    },
  }
}
