import {
  formatCounted,
  formatList,
  formatMs,
  formatRoughPercent,
  formatTargetMs,
  formatTimes,
} from '@steelyard/contract/format'
import { SAME_SHARE } from '@steelyard/loop'
import type { ReliefFigures } from '../../saying.ts'

/** Who missed what, who pays, and what is expected, in a sentence each. */
export function reliefWords(relief: ReliefFigures): string {
  return [
    ...relief.missed.map(missedWords),
    ...(relief.by === 'model'
      ? ['Nobody can pay for it, so the queueing formula divides the shares anew.']
      : []),
    ...relief.paying.map(paysWords),
    expectedWords(relief),
  ].join(' ')
}

function missedWords({
  domain,
  targetSeconds,
  valueSeconds,
  missed,
  minutes,
}: ReliefFigures['missed'][number]): string {
  const last = formatCounted(minutes, 'minute')
  return `${domain} missed its target of ${formatTargetMs(targetSeconds * 1000)} in ${missed} of the last ${last} (${formatMs(valueSeconds * 1000)}, ${formatTimes(valueSeconds / targetSeconds)}).`
}

/** A ratio, since the shares of pages count Domain-0 too, and would differ. */
function paysWords({
  domain,
  targetSeconds,
  softTargetSeconds: soft,
  shareBefore,
  shareAfter,
}: ReliefFigures['paying'][number]): string {
  const why =
    targetSeconds !== null
      ? 'a target'
      : soft !== null
        ? `a soft target of ${formatTargetMs(soft * 1000)}`
        : 'no target'
  const moves =
    Math.abs(shareAfter - shareBefore) <= SAME_SHARE
      ? 'keeps its part of the guests’ weights'
      : `gives ${formatRoughPercent(1 - shareAfter / shareBefore)} of its part of the guests’ weights`
  return `${domain} has ${why} and ${moves}.`
}

function expectedWords({ worstExpected, missing, targeted }: ReliefFigures): string {
  if (worstExpected === null) {
    return `Even then the load of ${formatList([...targeted])} does not fit its weight.`
  }
  const who = targeted.length === 1 ? missing[0] : 'The farthest above its target'
  return `${who} is expected at ${formatTimes(worstExpected)} its target.`
}
