import type { Turning } from '../../saying.ts'

const TURNS: Record<Turning, string> = {
  'recommendation-open': 'weights are recommended',
  'recommendation-expired': 'a recommendation has expired',
  'change-applied': 'weights were changed',
  'change-failed': 'a change was not applied',
  'outcome-confirmed': 'a change did what was predicted',
  'outcome-not-confirmed': 'a change did not do what was predicted',
  'outcome-worse': 'a change made things worse',
  'rolled-back': 'a change was rolled back',
}

/** The title of what became of a recommendation. */
export function turnTitle(host: string, event: Turning): string {
  return `${host}: ${TURNS[event]}`
}

/** The title of what became of a target. */
export function targetTitle(
  host: string,
  domain: string,
  state: 'missed' | 'kept' | 'looked-at-no-more',
): string {
  const what = {
    missed: 'misses its target',
    kept: 'keeps its target again',
    'looked-at-no-more': 'is looked at no more',
  }
  return `${host}: ${domain} ${what[state]}`
}

export function capsNotChangedTitle(host: string): string {
  return `${host}: caps were not changed`
}

export const STOPPED_TITLE = 'All changes without a person are stopped'

export const TEST_TITLE = 'Test of a notification channel'

export function testWords(by: string, channel: string): string {
  return `${by} tests the channel ${channel}. Nothing has happened.`
}

/** One line for several notifications. */
export function headlineWords(first: string, others: number): string {
  return others === 0 ? first : `${first}, and ${others} more`
}

export function mailSubject(headline: string): string {
  return `Steelyard: ${headline}`
}

export function notShownWords(count: number): string {
  return `… and ${count} more. The dashboard lists them all.`
}
