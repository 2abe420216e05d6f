import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { HostInventory } from '../host-inventory.ts'
import { sameValue, type Target } from '../levers/lever.ts'
import { LEVERS, type LeverKind, type LeverValues, valueWords } from '../levers/registry.ts'
import { NO_DOMAIN, targetOn } from '../levers/target.ts'
import { readHost } from '../read-host.ts'
import type { CommandAnswer } from '../remote-shell.ts'
import type { NotUndone, NotUndoneOf, RecordedChange, RecordedOf } from './application.ts'
import type { Contact } from './contact.ts'
import type { Journal } from './journal.ts'
import { undoOrder } from './undo-order.ts'

/**
 * Brings every domain back to its recorded values and reads each back. Safe to repeat: it starts
 * from what the host says, so after lost contact it is simply run again over a new connection.
 * What somebody else has set meanwhile stays, before our command as after it.
 *
 * @returns what was not undone; empty when all domains read back as recorded
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
  const notUndone: NotUndone[] = []
  for (const item of undoOrder(items, inventory)) {
    const found = await restoreItem(contact, journal, item, inventory)
    if (found) notUndone.push(found)
  }
  return notUndone
}

/** No two changes are about the same thing, so what was read at first holds for each. */
async function restoreItem<K extends LeverKind>(
  contact: Contact,
  journal: Journal,
  item: RecordedOf<K>,
  inventory: HostInventory,
): Promise<NotUndoneOf<K> | undefined> {
  const { uuid, name, before: wanted } = item
  const lever = LEVERS[item.lever]
  const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
  if (domain === undefined && lever.about === 'domain') {
    return problem(item, 'domain-gone', null, 'is no longer on the host; nothing to restore')
  }
  const target = domain ? targetOn(item.lever, wanted, domain, inventory) : NO_DOMAIN
  const current = lever.now(inventory, uuid)
  if (current === null) {
    return problem(item, 'not-readable', null, unreadable(item.lever, target.scheduler))
  }
  if (sameValue(current, wanted)) return undefined
  if (!lever.couldBeOurs(current, item))
    return foreign(item, current, 'the application', item.after)
  const refusals = await send(contact, journal, item, current, target)
  const found: LeverValues[K] = await lever.read(contact.shell, target)
  const matches = sameValue(found, wanted)
  const readBack = { lever: item.lever, uuid, name, wanted, found, matches }
  await journal.recordIfPossible({ kind: 'restored', ...readBack })
  if (matches) return undefined
  if (!lever.couldBeOurs(found, item)) return foreign(item, found, 'the roll-back', wanted)
  const why = refusals[0] ?? 'the host accepted the command but kept another value'
  return problem(item, 'refused', found, `could not be restored: ${why}`)
}

/** Runs what leads from the present value back to the recorded one; what the host says against it. */
async function send<K extends LeverKind>(
  { shell }: Contact,
  journal: Journal,
  { lever, uuid, name, before: to }: RecordedOf<K>,
  current: LeverValues[K],
  target: Target,
): Promise<string[]> {
  const refusals: string[] = []
  for (const command of LEVERS[lever].commands(current, to, target)) {
    const line = shell.commandLine(command)
    await journal.recordIfPossible({ kind: 'restoring', lever, uuid, name, command: line, to })
    refusals.push(...refusal(await shell.run(command), line))
  }
  return refusals
}

const unreadable = (lever: LeverKind, scheduler: string) =>
  lever === 'weight' ? `now runs under ${scheduler}, without weights` : 'cannot be read'

/** What the host said against it; xl ends well after some of its failures. */
function refusal(answer: CommandAnswer, line: string): string[] {
  try {
    expectSuccess(answer, line)
    return answer.stderr.trim() === '' ? [] : [answer.stderr.trim()]
  } catch (error) {
    return [(error as HostError).detail ?? (error as HostError).message]
  }
}

function problem<K extends LeverKind>(
  { lever, uuid, name, before: wanted }: RecordedOf<K>,
  code: NotUndone['code'],
  found: LeverValues[K] | null,
  what: string,
): NotUndoneOf<K> {
  const now = found === null ? '' : `; now ${valueWords(lever, found)}`
  const message = `${name} ${what} (recorded ${valueWords(lever, wanted)}${now}).`
  return { lever, uuid, name, wanted, found, code, message }
}

function foreign<K extends LeverKind>(
  { lever, uuid, name, before: wanted }: RecordedOf<K>,
  found: LeverValues[K],
  who: string,
  written: LeverValues[K],
): NotUndoneOf<K> {
  const message =
    `${name} was changed by someone else and is left alone: ${who} set ${valueWords(lever, written)}; ` +
    `now it has ${valueWords(lever, found)}. Whoever changed it must decide what stays ` +
    `(recorded before: ${valueWords(lever, wanted)}).`
  return { lever, uuid, name, wanted, found, code: 'changed-by-someone-else', message }
}
