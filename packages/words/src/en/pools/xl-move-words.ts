import { formatMemory, printable } from '@steelyard/contract/format'
import type { KeptXlWeight, XlMoveRefusal, XlTask, XlWhereabouts } from '@steelyard/xen'
import type { MoveNames } from '../../move.ts'
import { foundWords, neitherWords } from './move-words.ts'

/** Why xl would not move a guest. */
export function xlRefusalWords(refusal: XlMoveRefusal, { guest, from, to }: MoveNames): string {
  switch (refusal.code) {
    case 'guest-unknown':
      return `${from} has no ${guest} any more.`
    case 'control-domain':
      return `${guest} is the control domain of its host.`
    case 'not-running':
      return `${guest} does not run.`
    case 'guest-busy':
      return `A guest is being moved from ${from}, or ${guest} to ${to}, right now.`
    case 'already-there':
      return `${to} has a domain of ${guest} already.`
    case 'name-taken':
      return `${to} has another guest called ${guest}.`
    case 'not-enough-memory':
      return `${guest} needs ${formatMemory(refusal.neededBytes)}, and ${to} has ${formatMemory(refusal.freeBytes)} free.`
    case 'older-xen':
      return `${to} runs Xen ${refusal.toVersion}, which takes no guest of Xen ${refusal.fromVersion}.`
  }
}

/** Where a guest was found after its move with xl. */
export function xlWhereaboutsWords(
  where: XlWhereabouts['where'],
  task: XlTask | null,
  names: MoveNames,
): string {
  const why = taskWords(task)
  return where === 'neither'
    ? `${neitherWords(names)}.${why} Start it again.`
    : foundWords(where, why, names)
}

function taskWords(task: XlTask | null): string {
  return task?.said ? ` xl said: ${printable(task.said).replace(/[.\s]*$/, '')}.` : ''
}

/** What became of the weight with which a guest ran. */
export function keptXlWeightWords(kept: KeptXlWeight): string {
  switch (kept) {
    case 'kept':
      return 'It runs with the same weight and cap as before.'
    case 'set-again':
      return 'Its weight or cap had changed; both were set again and read back.'
    case 'differs':
      return 'It runs with another weight or cap than before, and Xen did not take the old ones.'
    case 'unread':
      return 'Its weight could not be read.'
  }
}
