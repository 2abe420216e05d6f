import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { HostInventory } from '../host-inventory.ts'
import { sameValue, type Target } from '../levers/lever.ts'
import { LEVERS, type LeverKind, type LeverValues, valueNow } from '../levers/registry.ts'
import { NO_DOMAIN, targetOf, targetOn } from '../levers/target.ts'
import { lowerFirst } from '../levers/weight-and-cap/lower-first.ts'
import { readHost } from '../read-host.ts'
import type { CommandAnswer } from '../remote-shell.ts'
import { carryOut, lineOf } from '../weight-store.ts'
import type {
  NotUndone,
  NotUndoneCause,
  NotUndoneOf,
  RecordedChange,
  RecordedOf,
} from './application.ts'
import type { Contact } from './contact.ts'
import type { Journal } from './journal.ts'

/**
 * Restores the recorded values of every domain and reads each one back. It is safe to repeat: it
 * starts from the current state of the host, so after lost contact it simply runs again over a new
 * connection. Values that someone else has set meanwhile stay, whether set before or after our
 * command.
 *
 * @returns what was not undone; empty when all domains read back as recorded
 */
export async function restore(
  contact: Contact,
  journal: Journal,
  items: RecordedChange[],
): Promise<NotUndone[]> {
  let left: NotUndone[] | undefined
  let isAskedAgain = false
  for (let round = 1; left === undefined; round += 1) {
    try {
      left = await restoreOnce(contact, journal, items)
      // Xen refuses for a moment what is still busy, such as a pCPU that a domain is just leaving.
      if (isAskedAgain || left.every(({ code }) => code !== 'refused')) continue
      isAskedAgain = true
      left = undefined
      await contact.pause()
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      await journal.recordIfPossible({ kind: 'contact-lost', message: error.message })
      if (round >= contact.attempts) left = unreachable(items, error)
      else left = await renewed(contact, journal, items)
    }
  }
  for (const problem of left) await journal.recordIfPossible({ kind: 'not-undone', problem })
  return left
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
  return items.map((item) => notUndone(item, null, { code: 'unreachable', said: error.message }))
}

async function restoreOnce(
  contact: Contact,
  journal: Journal,
  items: RecordedChange[],
): Promise<NotUndone[]> {
  const inventory = await readHost(contact.shell)
  const left: NotUndone[] = []
  for (const item of undoOrder(items, inventory)) {
    const found = await restoreItem(contact, journal, item, inventory).catch(notStored(item))
    if (found) left.push(found)
  }
  return left
}

/** No two changes concern the same setting, so the first reading remains valid for each. */
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
    return notUndone(item, null, { code: 'domain-gone' })
  }
  const target = domain
    ? targetOn(item.lever, wanted, domain, inventory)
    : targetOf(item.lever, uuid, NO_DOMAIN)
  const current = await valueNow(contact.shell, item, inventory)
  if (current === null && lever.about === 'record') {
    return notUndone(item, null, { code: 'domain-gone' })
  }
  if (current === null) {
    return notUndone(item, null, { code: 'not-readable', scheduler: target.scheduler })
  }
  if (sameValue(current, wanted)) return undefined
  if (!lever.couldBeOurs(current, item)) return foreign(item, current, 'application', item.after)
  const refusals = await send(contact, journal, item, current, target)
  const found: LeverValues[K] = await lever.read(contact.shell, target)
  const matches = sameValue(found, wanted)
  const readBack = { lever: item.lever, uuid, name, wanted, found, matches }
  await journal.recordIfPossible({ kind: 'restored', ...readBack })
  if (matches) return undefined
  if (!lever.couldBeOurs(found, item)) return foreign(item, found, 'roll-back', wanted)
  return notUndone(item, found, { code: 'refused', said: refusals[0] ?? null })
}

/** The rest is restored even where what keeps weights beside the host does not answer. */
function notStored(item: RecordedChange) {
  return (error: unknown): NotUndone => {
    if (!(error instanceof HostError) || error.code !== 'store-failed') throw error
    return notUndone(item, null, { code: 'unreachable', said: error.message }) as NotUndone
  }
}

/**
 * Runs the commands from the present value back to the recorded one; returns the host's error
 * messages.
 */
async function send<K extends LeverKind>(
  { shell }: Contact,
  journal: Journal,
  { lever, uuid, name, before: to }: RecordedOf<K>,
  current: LeverValues[K],
  target: Target,
): Promise<string[]> {
  const refusals: string[] = []
  for (const command of LEVERS[lever].commands(current, to, target)) {
    const line = lineOf(shell, command)
    await journal.recordIfPossible({ kind: 'restoring', lever, uuid, name, command: line, to })
    refusals.push(...refusal(await carryOut(shell, command), line))
  }
  return refusals
}

/** The host's error messages; xl exits with 0 after some of its failures. */
function refusal(answer: CommandAnswer, line: string): string[] {
  try {
    expectSuccess(answer, line)
    return answer.stderr.trim() === '' ? [] : [answer.stderr.trim()]
  } catch (error) {
    return [(error as HostError).detail ?? (error as HostError).message]
  }
}

function foreign<K extends LeverKind>(
  item: RecordedOf<K>,
  found: LeverValues[K],
  writtenBy: 'application' | 'roll-back',
  written: LeverValues[K],
): NotUndoneOf<K> {
  return notUndone(item, found, { code: 'changed-by-someone-else', writtenBy, written })
}

function notUndone<K extends LeverKind>(
  { lever, uuid, name, before: wanted }: RecordedOf<K>,
  found: LeverValues[K] | null,
  cause: NotUndoneCause<LeverValues[K]>,
): NotUndoneOf<K> {
  return { lever, uuid, name, wanted, found, ...cause }
}

/**
 * Undoes the last change first; weights come at the end, those that fall before the others, and then
 * what is kept of them beside the host, for which no guest waits.
 */
function undoOrder(items: RecordedChange[], inventory: HostInventory): RecordedChange[] {
  const restored = items.filter(({ lever }) => LEVERS[lever].isRestored)
  const weights = restored.filter((item) => item.lever === 'weight')
  const isRecord = (lever: LeverKind) => LEVERS[lever].about === 'record'
  return [
    ...restored.filter(({ lever }) => lever !== 'weight' && !isRecord(lever)).reverse(),
    ...lowerFirst(
      weights,
      (item) => LEVERS.weight.now(inventory, item.uuid)?.weight ?? item.before.weight,
      (item) => item.before.weight,
    ),
    ...restored.filter(({ lever }) => isRecord(lever)),
  ]
}
