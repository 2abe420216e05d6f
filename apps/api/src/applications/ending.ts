import type { ReadValue, Trouble } from '@steelyard/contract'
import {
  type ApplicationResult,
  type HostInventory,
  isAbout,
  LEVERS,
  type LeverKind,
  type NotUndone,
  type RecordedChange,
  type RecordedOf,
  sameValue,
} from '@steelyard/xen'

/** What `Application.result` holds once it is over. */
export interface Ending {
  statement: string
  trouble: Trouble | null
  readBack: {
    domain: string
    weight: number | null
    cap: number | null
    expectedWeight: number
    expectedCap: number
    matches: boolean
  }[]
  alsoRead: ReadValue[]
  /** What of a failed application may still be on the host and can be undone. */
  mayStand: RecordedChange[]
}

/**
 * How an application ended, in words and figures.
 *
 * @param inventory the host as read after the end; null when it could not be read
 */
export function endingOf(
  result: ApplicationResult,
  recorded: RecordedChange[],
  inventory: HostInventory | null,
): Ending {
  return {
    statement: statementOf(result),
    trouble: troubleOf(result),
    readBack: recorded.flatMap((change) => readBackOf(result, change, inventory)),
    alsoRead: recorded.flatMap((change) => alsoReadOf(result, change, inventory)),
    mayStand: recorded.filter((change) => mayStand(result, change)),
  }
}

/** Not what somebody else has set since: it is theirs to decide. */
function mayStand({ outcome, notUndone }: ApplicationResult, change: RecordedChange): boolean {
  const problem = notUndone.find((each) => isAbout(each, change))
  return outcome === 'failed' && problem !== undefined && !isOutOfReach(problem)
}

const isOutOfReach = ({ code }: NotUndone) =>
  code === 'domain-gone' || code === 'changed-by-someone-else'

/** What was requested needs no reason, unless some of it could not be done. */
function troubleOf({ outcome, reason, notUndone }: ApplicationResult): Trouble | null {
  if (!reason || (outcome === 'rolled-back' && reason.code === 'requested')) return null
  const [first] = notUndone
  if (reason.code === 'requested')
    return first ? { code: first.code, message: first.message } : null
  return { code: reason.code, message: sentence(reason.message, reason.detail) }
}

function statementOf({
  outcome,
  hostTouched,
  reason,
  drift,
  notUndone,
}: ApplicationResult): string {
  const why =
    reason && reason.code !== 'requested' ? `${sentence(reason.message, reason.detail)} ` : ''
  if (outcome === 'verified') return 'Every change was read back from the host as planned.'
  const left = notUndone.map(({ message }) => message).join(' ')
  if (outcome === 'rolled-back') {
    return left
      ? `${why}All else reads back with its earlier values. ${left}`
      : `${why}Every changed domain reads back with its earlier values.`
  }
  if (!hostTouched) {
    const found = drift.map(({ message }) => message).join(' ')
    return `${why}${found ? `${found} ` : ''}Nothing was changed on the host.`
  }
  const onPurpose = notUndone.every(({ code }) => code === 'changed-by-someone-else')
  const hint = notUndone.every(isOutOfReach) ? '' : ' What is left can still be rolled back.'
  return `${why}Not everything ${onPurpose ? 'was' : 'could be'} put back: ${left}${hint}`
}

function sentence(message: string, detail: string | undefined): string {
  return detail ? `${message} (${detail.trim()})` : message
}

/** What there was to be in the end, and what the host says that there is. */
function ends<K extends LeverKind>(
  { outcome }: ApplicationResult,
  { lever, uuid, before, after }: RecordedOf<K>,
  inventory: HostInventory | null,
) {
  const expected = outcome === 'verified' ? after : before
  const found = inventory && LEVERS[lever].now(inventory, uuid)
  return { expected, found, matches: found !== null && sameValue(found, expected) }
}

function readBackOf(
  result: ApplicationResult,
  change: RecordedChange,
  inventory: HostInventory | null,
): Ending['readBack'] {
  if (change.lever !== 'weight') return []
  const { expected, found, matches } = ends(result, change, inventory)
  return [
    {
      domain: change.name,
      weight: found?.weight ?? null,
      cap: found?.cap ?? null,
      expectedWeight: expected.weight,
      expectedCap: expected.cap,
      matches,
    },
  ]
}

function alsoReadOf<K extends LeverKind>(
  result: ApplicationResult,
  change: RecordedOf<K>,
  inventory: HostInventory | null,
): ReadValue[] {
  if (change.lever === 'weight') return []
  const { bare } = LEVERS[change.lever].words
  const { expected, found, matches } = ends(result, change, inventory)
  return [
    {
      subject: change.name,
      what: change.lever,
      expected: bare(expected),
      found: found && bare(found),
      matches,
    },
  ]
}
