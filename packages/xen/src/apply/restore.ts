import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { HostInventory } from '../host-inventory.ts'
import { schedulerOf } from '../plan/check-wanted.ts'
import { lowerFirst, sameValues, setCommand, valuesOf } from '../plan/set-command.ts'
import type { WeightAndCap } from '../plan/weight-plan.ts'
import { isWeightScheduler, readHost, readWeight } from '../read-host.ts'
import type { NotUndone, RecordedChange } from './application.ts'
import type { Contact } from './contact.ts'
import { couldBeOurs } from './could-be-ours.ts'
import type { Journal } from './journal.ts'

/**
 * Brings every domain back to its recorded values and reads each back. Safe to repeat: it starts
 * from what the host says, so after lost contact it is simply run again over a new connection.
 * What somebody else has set meanwhile stays, before our command as after it.
 *
 * @returns what could not be undone; empty when all domains read back as recorded
 */
export async function restore(
  contact: Contact,
  journal: Journal,
  items: RecordedChange[],
): Promise<NotUndone[]> {
  let notUndone: NotUndone[] | undefined
  for (let round = 1; notUndone === undefined; round += 1) {
    try {
      notUndone = await restoreOnce(contact, journal, items)
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      await journal.recordIfPossible({ kind: 'contact-lost', message: error.message })
      if (round >= contact.attempts) notUndone = unreachable(items, error)
      else notUndone = await renewed(contact, journal, items)
    }
  }
  for (const problem of notUndone) await journal.recordIfPossible({ kind: 'not-undone', problem })
  return notUndone
}

async function renewed(contact: Contact, journal: Journal, items: RecordedChange[]) {
  try {
    await contact.renew()
  } catch (error) {
    return unreachable(items, error as HostError)
  }
  await journal.recordIfPossible({ kind: 'reconnected' })
  return undefined
}

function unreachable(items: RecordedChange[], error: HostError): NotUndone[] {
  return items.map((item) =>
    problem(item, 'unreachable', null, `could not be checked or restored: ${error.message}`),
  )
}

async function restoreOnce(
  contact: Contact,
  journal: Journal,
  items: RecordedChange[],
): Promise<NotUndone[]> {
  const inventory = await readHost(contact.shell)
  const weightNow = (item: RecordedChange) =>
    inventory.domains.find((domain) => domain.uuid === item.uuid)?.weight ?? item.before.weight
  const notUndone: NotUndone[] = []
  for (const item of lowerFirst(items, weightNow, (item) => item.before.weight)) {
    const found = await restoreDomain(contact, journal, item, inventory)
    if (found) notUndone.push(found)
  }
  return notUndone
}

async function restoreDomain(
  contact: Contact,
  journal: Journal,
  item: RecordedChange,
  inventory: HostInventory,
): Promise<NotUndone | undefined> {
  const domain = inventory.domains.find((candidate) => candidate.uuid === item.uuid)
  if (domain === undefined) {
    return problem(item, 'domain-gone', null, 'is no longer on the host; nothing to restore')
  }
  const scheduler = schedulerOf(domain, inventory)
  const current = valuesOf(domain)
  if (current === null || !isWeightScheduler(scheduler)) {
    return problem(item, 'not-readable', null, `now runs under ${scheduler}, without weights`)
  }
  const { uuid, name, before: wanted } = item
  if (sameValues(current, wanted)) return undefined
  if (!couldBeOurs(current, item)) return foreign(item, current, 'the application', item.after)
  const command = setCommand(scheduler, domain.id, current, wanted)
  const line = contact.shell.commandLine(command)
  await journal.recordIfPossible({ kind: 'restoring', uuid, name, command: line, to: wanted })
  const answer = await contact.shell.run(command)
  const found = await readWeight(contact.shell, scheduler, domain.id)
  const matches = sameValues(found, wanted)
  await journal.recordIfPossible({ kind: 'restored', uuid, name, wanted, found, matches })
  if (matches) return undefined
  if (!couldBeOurs(found, item)) return foreign(item, found, 'the roll-back', wanted)
  return problem(item, 'refused', found, `could not be restored: ${refusal(answer, line)}`)
}

function refusal(answer: Parameters<typeof expectSuccess>[0], line: string): string {
  try {
    expectSuccess(answer, line)
    return 'the host accepted the command but kept another value'
  } catch (error) {
    return (error as HostError).detail ?? (error as HostError).message
  }
}

function problem(
  item: RecordedChange,
  code: NotUndone['code'],
  found: WeightAndCap | null,
  what: string,
): NotUndone {
  const { uuid, name, before: wanted } = item
  const now = found === null ? '' : `; now ${words(found)}`
  const message = `${name} ${what} (recorded ${words(wanted)}${now}).`
  return { uuid, name, wanted, found, code, message }
}

function foreign(
  { uuid, name, before }: RecordedChange,
  found: WeightAndCap,
  who: string,
  written: WeightAndCap,
): NotUndone {
  const message =
    `${name} was changed by someone else and is left alone: ${who} set ${words(written)}; ` +
    `now it has ${words(found)}. Whoever changed it must decide what stays ` +
    `(recorded before: ${words(before)}).`
  return { uuid, name, wanted: before, found, code: 'changed-by-someone-else', message }
}

function words({ weight, cap }: WeightAndCap): string {
  return `weight ${weight}, cap ${cap}`
}
