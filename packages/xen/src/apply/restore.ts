import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { HostInventory } from '../host-inventory.ts'
import { schedulerOf } from '../plan/check-wanted.ts'
import { lowerFirst, sameValues, setCommand } from '../plan/set-command.ts'
import type { WeightAndCap } from '../plan/weight-plan.ts'
import { isWeightScheduler, readHost, readWeight } from '../read-host.ts'
import type { NotUndone } from './application.ts'
import type { Contact } from './contact.ts'
import type { Journal } from './journal.ts'

/** A domain to be brought back to `before`. */
export interface Restorable {
  uuid: string
  name: string
  before: WeightAndCap
  /** Values that the application itself may have left; any other is someone else's and stays. */
  ours: WeightAndCap[]
}

/**
 * Brings every domain back to its recorded values and reads each back. Safe to repeat: it starts
 * from what the host says, so after lost contact it is simply run again over a new connection.
 *
 * @returns what could not be undone; empty when all domains read back as recorded
 */
export async function restore(
  contact: Contact,
  journal: Journal,
  items: Restorable[],
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

async function renewed(contact: Contact, journal: Journal, items: Restorable[]) {
  try {
    await contact.renew()
  } catch (error) {
    return unreachable(items, error as HostError)
  }
  await journal.recordIfPossible({ kind: 'reconnected' })
  return undefined
}

function unreachable(items: Restorable[], error: HostError): NotUndone[] {
  return items.map((item) =>
    problem(item, 'unreachable', null, `could not be checked or restored: ${error.message}`),
  )
}

async function restoreOnce(
  contact: Contact,
  journal: Journal,
  items: Restorable[],
): Promise<NotUndone[]> {
  const inventory = await readHost(contact.shell)
  const weightNow = (item: Restorable) =>
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
  item: Restorable,
  inventory: HostInventory,
): Promise<NotUndone | undefined> {
  const domain = inventory.domains.find((candidate) => candidate.uuid === item.uuid)
  if (domain === undefined) {
    return problem(item, 'domain-gone', null, 'is no longer on the host; nothing to restore')
  }
  const scheduler = schedulerOf(domain, inventory)
  if (domain.weight === null || domain.cap === null || !isWeightScheduler(scheduler)) {
    return problem(item, 'not-readable', null, `now runs under ${scheduler}, without weights`)
  }
  const current = { weight: domain.weight, cap: domain.cap }
  const { uuid, name, before: wanted } = item
  if (sameValues(current, wanted)) return undefined
  if (!item.ours.some((value) => sameValues(value, current))) {
    return problem(item, 'changed-by-someone-else', current, 'was changed by someone else; kept')
  }
  const command = setCommand(scheduler, domain.id, current, wanted)
  const line = contact.shell.commandLine(command)
  await journal.recordIfPossible({ kind: 'restoring', uuid, name, command: line, to: wanted })
  const answer = await contact.shell.run(command)
  const found = await readWeight(contact.shell, scheduler, domain.id)
  const matches = sameValues(found, wanted)
  await journal.recordIfPossible({ kind: 'restored', uuid, name, wanted, found, matches })
  if (matches) return undefined
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
  item: Restorable,
  code: NotUndone['code'],
  found: WeightAndCap | null,
  what: string,
): NotUndone {
  const { uuid, name, before: wanted } = item
  const target = `recorded weight ${wanted.weight}, cap ${wanted.cap}`
  const now = found === null ? '' : `; now weight ${found.weight}, cap ${found.cap}`
  return { uuid, name, wanted, found, code, message: `${name} ${what} (${target}${now}).` }
}
