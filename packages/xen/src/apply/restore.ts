import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { DomainState, HostInventory } from '../host-inventory.ts'
import {
  commandsTo,
  isAboutDomain,
  leverOf,
  readValue,
  sameValue,
  valueNow,
  valueWords,
} from '../plan/levers.ts'
import { lowerFirst } from '../plan/set-command.ts'
import type { Lever, LeverValue } from '../plan/weight-plan.ts'
import { isWeightScheduler, readHost } from '../read-host.ts'
import type { CommandAnswer } from '../remote-shell.ts'
import type { NotUndone, RecordedChange } from './application.ts'
import type { Contact } from './contact.ts'
import { couldBeOurs } from './could-be-ours.ts'
import type { Journal } from './journal.ts'

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

/**
 * The last change first, and among weights those that fall. Reservations go by themselves when
 * their domain leaves the cpupool.
 */
function undoOrder(items: RecordedChange[], inventory: HostInventory): RecordedChange[] {
  const isWeight = (item: RecordedChange): item is RecordedWeight => leverOf(item) === 'weight'
  const weightNow = (item: RecordedWeight) =>
    inventory.domains.find(({ uuid }) => uuid === item.uuid)?.weight ?? item.before.weight
  return [
    ...items.filter((item) => !isWeight(item) && item.kind !== 'reservation').reverse(),
    ...lowerFirst(items.filter(isWeight), weightNow, (item) => item.before.weight),
  ]
}

type RecordedWeight = Extract<RecordedChange, { kind?: 'weight' }>

/** No two changes are about the same thing, so what was read at first holds for each. */
async function restoreItem(
  contact: Contact,
  journal: Journal,
  item: RecordedChange,
  inventory: HostInventory,
): Promise<NotUndone | undefined> {
  const lever = leverOf(item)
  const domain = inventory.domains.find((candidate) => candidate.uuid === item.uuid)
  if (domain === undefined && isAboutDomain(lever)) {
    return problem(item, 'domain-gone', null, 'is no longer on the host; nothing to restore')
  }
  const scheduler = schedulerThere(item, domain, inventory)
  const current = valueNow(item, inventory)
  if (current === null || (lever === 'weight' && !isWeightScheduler(scheduler))) {
    return problem(item, 'not-readable', null, unreadable(lever, scheduler))
  }
  const { uuid, name, before: wanted } = item
  if (sameValue(current, wanted)) return undefined
  if (!couldBeOurs(current, item)) return foreign(item, current, 'the application', item.after)
  const id = domain?.id ?? 0
  const refusals: string[] = []
  for (const command of commandsTo(current, wanted, id, scheduler)) {
    const line = contact.shell.commandLine(command)
    const step = { lever, uuid, name, command: line, to: wanted }
    await journal.recordIfPossible({ kind: 'restoring', ...step })
    refusals.push(...refusal(await contact.shell.run(command), line))
  }
  const found = await readValue(contact.shell, lever, id, scheduler)
  const matches = sameValue(found, wanted)
  await journal.recordIfPossible({ kind: 'restored', lever, uuid, name, wanted, found, matches })
  if (matches) return undefined
  if (!couldBeOurs(found, item)) return foreign(item, found, 'the roll-back', wanted)
  const why = refusals[0] ?? 'the host accepted the command but kept another value'
  return problem(item, 'refused', found, `could not be restored: ${why}`)
}

/** Of the cpupool in which the values are set: for one that moves, that to which it goes back. */
function schedulerThere(
  item: RecordedChange,
  domain: DomainState | undefined,
  inventory: HostInventory,
): string {
  const pool = item.kind === 'membership' ? item.before.cpupool : domain?.cpupool
  return inventory.cpupools.find(({ name }) => name === pool)?.scheduler ?? ''
}

const unreadable = (lever: Lever, scheduler: string) =>
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

function problem(
  item: RecordedChange,
  code: NotUndone['code'],
  found: LeverValue | null,
  what: string,
): NotUndone {
  const { uuid, name, before: wanted } = item
  const now = found === null ? '' : `; now ${valueWords(found)}`
  const message = `${name} ${what} (recorded ${valueWords(wanted)}${now}).`
  return { lever: leverOf(item), uuid, name, wanted, found, code, message }
}

function foreign(
  item: RecordedChange,
  found: LeverValue,
  who: string,
  written: LeverValue,
): NotUndone {
  const { uuid, name, before } = item
  const message =
    `${name} was changed by someone else and is left alone: ${who} set ${valueWords(written)}; ` +
    `now it has ${valueWords(found)}. Whoever changed it must decide what stays ` +
    `(recorded before: ${valueWords(before)}).`
  const code = 'changed-by-someone-else'
  return { lever: leverOf(item), uuid, name, wanted: before, found, code, message }
}
