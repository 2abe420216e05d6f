import {
  formatCounted,
  formatDuration,
  formatList,
  formatTargetMs,
} from '@steelyard/contract/format'
import { type DomainMoment, MOMENT_SECONDS } from './moment.ts'

/** The verdict of this moment: whether targets are kept, and the sentence that says so. */
export interface MomentVerdict {
  state: 'kept' | 'missed' | 'unknown'
  sentence: string
}

const LATELY = `In the last ${formatDuration(MOMENT_SECONDS)}`

export function momentVerdict(
  moments: readonly DomainMoment[],
  gap: { seconds: number } | null,
): MomentVerdict {
  if (gap) {
    return unknown(
      `The host has not been observed for ${formatDuration(gap.seconds)}, so whether targets are kept now is not known.`,
    )
  }
  if (moments.every(({ newest }) => newest === null)) {
    return unknown('Nothing has been observed yet. The first window comes within a minute.')
  }
  const aimed = moments.filter(({ targetMs }) => targetMs !== null)
  if (aimed.length === 0) return unknown('No guest has a response time target to keep or to miss.')
  const judged = aimed.filter(({ windows }) => windows > 0)
  const silent = aimed.filter(({ windows }) => windows === 0)
  if (judged.length === 0) {
    return unknown(`${LATELY}, no response times of ${namesOf(silent)} were observed.`)
  }
  const missing = judged.filter(({ missed }) => missed > 0)
  const parts = [...missing.map(missWords), ...keepWords(judged, missing), ...silentWords(silent)]
  return {
    state: missing.length > 0 ? 'missed' : 'kept',
    sentence: `${LATELY}, ${joined(parts)}.`,
  }
}

function unknown(sentence: string): MomentVerdict {
  return { state: 'unknown', sentence }
}

function missWords({ domain, targetMs, missed, windows }: DomainMoment): string {
  const often =
    missed === windows ? 'in every window' : `in ${missed} of ${formatCounted(windows, 'window')}`
  return `${domain} missed its target of ${formatTargetMs(targetMs)} ${often}`
}

function keepWords(judged: readonly DomainMoment[], missing: readonly DomainMoment[]): string[] {
  const kept = judged.filter((each) => !missing.includes(each))
  if (kept.length === 0) return []
  const [only] = kept
  if (kept.length === 1 && only) {
    return [`${only.domain} kept its target of ${formatTargetMs(only.targetMs)}`]
  }
  return [`${namesOf(kept)} kept their targets`]
}

function silentWords(silent: readonly DomainMoment[]): string[] {
  return silent.length === 0 ? [] : [`no response times of ${namesOf(silent)} were observed`]
}

function namesOf(moments: readonly DomainMoment[]): string {
  return formatList(moments.map(({ domain }) => domain))
}

/** Parts may hold an "and" of their own, so semicolons part three and more. */
function joined(parts: readonly string[]): string {
  return parts.length > 2 ? parts.join('; ') : parts.join(', and ')
}
