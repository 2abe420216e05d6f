import type { Trouble } from '@steelyard/contract'
import type { ApplicationResult, HostInventory, RecordedChange } from '@steelyard/xen'

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
    readBack: recorded.map((change) => readBackOf(result, change, inventory)),
  }
}

/** What was requested needs no reason, unless some of it could not be done. */
function troubleOf({ reason, notUndone }: ApplicationResult): Trouble | null {
  if (!reason) return null
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
  if (outcome === 'rolled-back') {
    return `${why}Every changed domain reads back with its earlier weight and cap.`
  }
  if (!hostTouched) {
    const found = drift.map(({ message }) => message).join(' ')
    return `${why}${found ? `${found} ` : ''}Nothing was changed on the host.`
  }
  const left = notUndone.map(({ message }) => message).join(' ')
  const onPurpose = notUndone.every(({ code }) => code === 'changed-by-someone-else')
  return `${why}Not everything ${onPurpose ? 'was' : 'could be'} put back: ${left}`
}

function sentence(message: string, detail: string | undefined): string {
  return detail ? `${message} (${detail.trim()})` : message
}

function readBackOf(
  { outcome }: ApplicationResult,
  { uuid, name, before, after }: RecordedChange,
  inventory: HostInventory | null,
): Ending['readBack'][number] {
  const expected = outcome === 'verified' ? after : before
  const domain = inventory?.domains.find((candidate) => candidate.uuid === uuid)
  const weight = domain?.weight ?? null
  const cap = domain?.cap ?? null
  return {
    domain: name,
    weight,
    cap,
    expectedWeight: expected.weight,
    expectedCap: expected.cap,
    matches: weight === expected.weight && cap === expected.cap,
  }
}
