import type { ComparedPart, RequestComparison } from '@steelyard/contract'
import {
  formatChosen,
  formatCount,
  formatMs,
  formatTenths,
  formatWholePercent,
} from '@steelyard/contract/format'
import { partLabel, partWords } from '../part-words.ts'

/** How long the selected requests took, and the others. */
export function meansWords({ selected, others }: RequestComparison): string {
  return `The ${formatCount(selected.requests)} selected requests took ${formatMs(selected.meanMs)} on average, the other ${formatCount(others.requests)} took ${formatMs(others.meanMs)}.`
}

/**
 * Which part stands out most and how much of the difference it makes, and likewise which neighbour
 * if that part is no wait.
 */
export function causeWords(comparison: RequestComparison): string {
  const over = comparison.parts.filter(({ isOverRepresented }) => isOverRepresented)
  const [most] = over
  if (!most) return 'No part of their time stands out: each difference may be chance.'
  const wait = over.find(({ kind, domain }) => kind === 'waits' && domain !== null)
  const causes = wait && wait !== most ? [most, wait] : [most]
  return causes.map((part) => partOfDifference(comparison, part)).join(' ')
}

function partOfDifference({ selected, others }: RequestComparison, part: ComparedPart): string {
  const share = part.differenceMs / (selected.meanMs - others.meanMs)
  // Other parts may be shorter in them, so one part can be longer than the whole difference.
  return share > 0 && share <= 1
    ? `${partLabel(part)} makes ${formatWholePercent(share)} of the difference.`
    : `They spent ${formatMs(part.differenceMs)} more ${partWords(part)}.`
}

/** When the selected requests crowd, a sentence for each period. */
export function crowdWords({ periods }: RequestComparison): string[] {
  if (periods.length === 0) return ['They began spread over time as all do, give or take chance.']
  return periods.map(
    ({ fromSeconds, toSeconds, selected, expected }, index) =>
      `${formatCount(selected)} ${index === 0 ? '' : 'also '}began between ${formatChosen(fromSeconds)} s and ${formatChosen(toSeconds)} s; ${formatTenths(expected)} would be expected.`,
  )
}
