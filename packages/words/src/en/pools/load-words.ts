import { formatDuration } from '@steelyard/contract/format'
import type { PoolInventory, RunStateGap } from '@steelyard/xapi'

/** What the records of XAPI cannot tell, whatever is recorded. */
export const LOAD_LIMITS: readonly string[] = [
  'XAPI records no response times. They come from the guests’ own logs.',
  'It keeps means over a step, so how long a single wait took is not known.',
  'A guest’s waiting is recorded only where run states are switched on, until it is shut down.',
]

/** Why a host gave nothing, or why what it gave is not complete. */
export function gapWords(
  gap: RunStateGap,
  host: string,
  { guests, hosts }: Pick<PoolInventory, 'guests' | 'hosts'>,
): string {
  const nameOf = (uuid: string) =>
    guests.find((each) => each.uuid === uuid)?.name ??
    (hosts.some(({ domain0 }) => domain0?.uuid === uuid) ? 'Domain-0' : uuid)
  switch (gap.code) {
    case 'no-address':
      return `No certificate of ${host} is confirmed, so it was not asked.`
    case 'certificate-changed':
      return `${host} shows another certificate than the confirmed one, so it was not asked.`
    case 'unreachable':
      return `${host} does not answer.`
    case 'not-live':
      return `XAPI has lost ${host}, so it was not asked.`
    case 'unreadable':
      return `${host} gives no record that can be read.`
    case 'no-data':
      return `${host} names what it records, and gives no figures.`
    case 'another-step':
      return `${host} gave steps of ${formatDuration(gap.stepSeconds)} in place of ${formatDuration(gap.askedSeconds)}.`
    case 'not-recorded':
      return `The run states of ${nameOf(gap.guestUuid)} are not recorded, so its waiting is not known.`
    case 'lost':
      return `Samples of ${nameOf(gap.guestUuid)} were lost. They are left out, not counted as idle.`
    case 'do-not-add-up':
      return `The run states of ${nameOf(gap.guestUuid)} do not add up, and are left out.`
  }
}

/** Several guests with the same gap, of which a list of sentences would say little. */
export function unrecordedWords(count: number, isDenied: boolean): string {
  const what = `The run states of ${count} guests are not recorded, so their waiting is not known.`
  return isDenied ? `${what} ${RECORDING_DENIED}` : what
}

export const RECORDING_DENIED = 'The account may not switch them on: that takes the role vm-admin.'

export const LOAD_NEVER_READ = 'Nothing was read yet. The first minutes come after about two.'

export function loadStoppedWords(seconds: number): string {
  return `No agent has read this pool for ${formatDuration(seconds)}.`
}

export function poolFailsWords(message: string): string {
  return `The pool cannot be read: ${message}`
}

/** @param seconds how far the clock of the host is ahead of ours; negative where it is behind */
export function clockOffWords(host: string, seconds: number): string {
  const where = seconds > 0 ? 'ahead of' : 'behind'
  return `The clock of ${host} is ${formatDuration(Math.abs(seconds))} ${where} that of Steelyard. The minutes are by its own.`
}
