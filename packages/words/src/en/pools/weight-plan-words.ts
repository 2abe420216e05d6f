import { LEVERS, type StoredWeight } from '@steelyard/xen'
import type { StoredWeightChange, WeightPlanEnd } from '../../weight-plan.ts'

export function storedWeightWords(stored: StoredWeight): string {
  return LEVERS['stored-weight'].words.bare({ stored })
}

/** When a stored weight takes effect, and what XAPI cannot tell. */
export function weightNotes(guest: string): string[] {
  return [
    `It takes effect at the next start, resume or migration of ${guest}, and not before.`,
    `The weight with which ${guest} runs is not seen.`,
    'The scheduler is not known: XAPI gives stored weights to Xen under credit alone.',
    'A weight means something only beside the weights of the other guests on that host.',
  ]
}

/** @param change null where XAPI was never asked what it stores */
export function weightEndWords(
  end: WeightPlanEnd,
  guest: string,
  change: StoredWeightChange | null,
): string {
  const before = change ? storedWeightWords(change.before) : 'what it stored'
  const after = change ? storedWeightWords(change.after) : 'what was planned'
  switch (end.code) {
    case 'guest-unknown':
      return `XAPI knows no ${guest} any more.`
    case 'read-only':
      return 'The account for this pool may only read. With the role vm-admin, plan it again.'
    case 'stored-already':
      return `XAPI stores ${after} already.`
    case 'never-begun':
      return 'The agent stopped before XAPI was asked. Nothing was changed.'
    case 'stored':
      return `XAPI stores ${after}, as read back.`
    case 'not-stored':
      return `XAPI did not take it, and stores ${before} as before.`
    case 'restored':
      return `XAPI stores ${before} again, as read back.`
    case 'not-restored':
      return `XAPI did not take it back, and still stores ${after}.`
    case 'overruled':
      return `Somebody else stored ${storedWeightWords(end.found)} since. That was left as it is.`
  }
}

export function weightTitle(end: WeightPlanEnd, guest: string): string {
  switch (end.code) {
    case 'stored':
      return `A weight of ${guest} was stored`
    case 'restored':
      return `The stored weight of ${guest} was rolled back`
    case 'not-restored':
      return `The stored weight of ${guest} was not rolled back`
    case 'overruled':
      return `Somebody else stored a weight of ${guest}`
    default:
      return `No weight of ${guest} was stored`
  }
}
