import type { Headroom as HeadroomSeconds } from '@steelyard/analysis'
import type { Headroom } from '@steelyard/contract'
import { valueFor } from '@steelyard/model'
import { words } from '@steelyard/words'
import { presentPrediction } from '../../analyses/present/present-prediction.ts'
import { enteredMs } from './present-figures.ts'

/** @param targets in seconds, by domain */
export function presentHeadroom(
  headroom: readonly HeadroomSeconds[],
  targets: Readonly<Record<string, number | null>>,
): Headroom[] {
  return headroom.map((each) => ({
    ...each,
    statement: words.runs.headroom(each, enteredMs(valueFor(targets, each.domain) ?? null)),
    points: each.points.map(({ loadFactor, ...prediction }) => ({
      loadFactor,
      ...presentPrediction(prediction),
    })),
  }))
}
