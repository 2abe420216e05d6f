import { formatMemory } from '@steelyard/contract/format'
import type { GuestWhereabouts, KeptWeight, MoveRefusal, TaskOutcome } from '@steelyard/xapi'
import type { FollowedMove, Kept, MoveEffect, MoveNames } from '../../move.ts'

/** Why XAPI would not move a guest. */
export function refusalWords(refusal: MoveRefusal, { guest, to }: MoveNames): string {
  switch (refusal.code) {
    case 'guest-unknown':
      return `XAPI knows no ${guest} any more.`
    case 'host-unknown':
      return `XAPI knows no ${to} any more.`
    case 'control-domain':
      return `${guest} is the control domain of its host.`
    case 'not-running':
      return `${guest} does not run.`
    case 'already-there':
      return `${guest} runs on ${to} already.`
    case 'guest-busy':
      return `XAPI is doing something else with ${guest}.`
    case 'not-allowed':
      return `XAPI does not offer to move ${guest} now.`
    case 'host-not-live':
      return `${to} does not answer.`
    case 'host-disabled':
      return `${to} is in maintenance.`
    case 'not-possible':
      return `XAPI does not list ${to} among the hosts where ${guest} can run.`
    case 'pool-upgrading':
      return 'The pool is being upgraded.'
    case 'ha-overcommitted':
      return 'High availability could not restart all protected guests after another failure.'
    case 'not-agile':
      return `High availability protects ${guest}, but its storage or network is not shared.`
    case 'blocked':
      return `An administrator blocked moves of ${guest}: ${refusal.because}`
    case 'not-enough-memory':
      return `${guest} may need ${formatMemory(refusal.neededBytes)}, and ${to} has ${formatMemory(refusal.freeBytes)} free.`
    case 'cannot-run-there':
      return `XAPI says that ${guest} cannot run on ${to}: ${refusal.xapiCode}.`
  }
}

/** Where a guest was found after its move through XAPI. */
export function whereaboutsWords(
  where: GuestWhereabouts['where'],
  task: TaskOutcome | null,
  names: MoveNames,
): string {
  if (where === 'neither') return `${neitherWords(names)}, whatever XAPI says. Start it again.`
  return foundWords(where, taskWords(task), names)
}

export function neitherWords({ guest, from, to }: MoveNames): string {
  return `Neither ${from} nor ${to} has a domain of ${guest}`
}

/** @param why it stayed, where anybody said so */
export function foundWords(
  where: Exclude<GuestWhereabouts['where'], 'neither'>,
  why: string,
  { guest, from, to }: MoveNames,
): string {
  switch (where) {
    case 'there':
      return `${guest} runs on ${to}, and no more on ${from}.`
    case 'here':
      return `${guest} still runs on ${from}.${why}`
    case 'both':
      return `${from} and ${to} both have a domain of ${guest}. Pause one before they write to the same disks.`
    case 'unknown':
      return `Where ${guest} is could not be told. Look again before you do anything else.`
  }
}

function taskWords(task: TaskOutcome | null): string {
  if (task?.error) return ` XAPI refused: ${task.error.xapiCode}.`
  if (task?.end === 'cancelled') return ' The move was cancelled.'
  return ''
}

/** What became of the weight that XAPI gives to Xen where a guest arrives. */
export function keptWeightWords(kept: KeptWeight): string {
  switch (kept) {
    case 'kept':
      return 'XAPI stores the same weight and cap as before.'
    case 'set-again':
      return 'XAPI had lost its weight or cap; both were stored again and read back.'
    case 'differs':
      return 'XAPI stores another weight or cap than before, and did not take the old ones.'
    case 'unread':
      return 'What XAPI stores of its weight could not be read.'
  }
}

/** What became of its targets and its log, which are kept by host. */
export function followedWords(followed: FollowedMove, { guest, from, to }: MoveNames): string {
  switch (followed) {
    case 'carried':
      return `Its targets and its log are followed on ${to} now.`
    case 'host-not-connected':
      return `${to} is not connected over SSH, so the targets of ${guest} are not watched there.`
    case 'judged-otherwise':
      return `${to} judges by another statistic than ${from}. Set the targets of ${guest} there.`
    case 'name-taken':
      return `${to} has another guest called ${guest}. Set the targets of this one there.`
  }
}

export function effectWords({ before, after }: MoveEffect): string {
  const of = ({ missed, minutes }: Kept) => `${missed} of ${minutes}`
  return `Targets on both hosts were missed in ${of(before)} guest minutes before the move, and in ${of(after)} after it.`
}

export function worseTitle({ guest, to }: MoveNames): string {
  return `More targets are missed since ${guest} moved to ${to}`
}

export const NEVER_BEGUN = 'The agent stopped before the move began. Nothing moved; plan it again.'

export function moveTitle(isMoved: boolean, { guest, from, to }: MoveNames): string {
  return isMoved ? `${guest} was moved from ${from} to ${to}` : `${guest} was not moved to ${to}`
}

export const MOVE_REFUSED = 'The move is refused now. Plan it again.'
