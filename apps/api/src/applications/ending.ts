import type { ReadValue, Trouble } from '@steelyard/contract'
import {
  type ApplicationResult,
  affinityWords,
  type HostInventory,
  isAbout,
  type LeverValue,
  leverOf,
  type NotUndone,
  type RecordedChange,
  sameValue,
  valueNow,
  valueWords,
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
  /** Absent in endings from before there was anything else to change. */
  alsoRead?: ReadValue[]
  /** What of a failed application may still be on the host and can be undone; absent in older ones. */
  mayStand?: RecordedChange[]
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
function ends(
  { outcome }: ApplicationResult,
  change: RecordedChange,
  inventory: HostInventory | null,
): { expected: LeverValue; found: LeverValue | null } {
  return {
    expected: outcome === 'verified' ? change.after : change.before,
    found: inventory && valueNow(change, inventory),
  }
}

function readBackOf(
  result: ApplicationResult,
  change: RecordedChange,
  inventory: HostInventory | null,
): Ending['readBack'] {
  const { expected, found } = ends(result, change, inventory)
  if (!('weight' in expected)) return []
  const { weight, cap } = found && 'weight' in found ? found : { weight: null, cap: null }
  return [
    {
      domain: change.name,
      weight,
      cap,
      expectedWeight: expected.weight,
      expectedCap: expected.cap,
      matches: found !== null && sameValue(found, expected),
    },
  ]
}

function alsoReadOf(
  result: ApplicationResult,
  change: RecordedChange,
  inventory: HostInventory | null,
): ReadValue[] {
  const what = leverOf(change)
  if (what === 'weight') return []
  const { expected, found } = ends(result, change, inventory)
  return [
    {
      subject: change.name,
      what,
      expected: barely(expected),
      found: found && barely(found),
      matches: found !== null && sameValue(found, expected),
    },
  ]
}

/** Under a heading that says what it is. */
function barely(value: LeverValue): string {
  if ('affinity' in value) return affinityWords(value.affinity)
  if ('pCpus' in value) return value.pCpus || 'none'
  return valueWords(value)
}
