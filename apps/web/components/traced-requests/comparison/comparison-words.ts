import type { RequestComparison } from '@steelyard/contract'
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
  const [selectedMs, otherMs] = [formatMs(selected.meanMs), formatMs(others.meanMs)]
  const other = others.requests === 1 ? 'one' : formatCount(others.requests)
  if (selected.requests === 1) {
    return `The selected request took ${selectedMs}, the other ${other} took ${otherMs}${others.requests === 1 ? '' : ' on average'}.`
  }
  return `The ${formatCount(selected.requests)} selected requests took ${selectedMs} on average, the other ${other} took ${otherMs}.`
}

/** Which part stands out most, and how much of the difference it makes. */
export function causeWords({ selected, others, parts }: RequestComparison): string {
  const part = parts.find(({ isOverRepresented }) => isOverRepresented)
  if (!part) return 'No part of their time stands out: each difference may be chance.'
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
      `They ${index === 0 ? '' : 'also '}crowd between ${formatChosen(fromSeconds)} s and ${formatChosen(toSeconds)} s: ${formatCount(selected)} began there; ${formatTenths(expected)} would have, were they spread as all are.`,
  )
}
