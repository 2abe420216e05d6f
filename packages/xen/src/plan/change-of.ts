import { renderCommandLine } from '../host-command.ts'
import type { DomainState, HostInventory } from '../host-inventory.ts'
import type { Target } from '../levers/lever.ts'
import { LEVERS, type LeverKind, type LeverValues } from '../levers/registry.ts'
import { NO_DOMAIN, targetOn } from '../levers/target.ts'
import { isForStore, type LeverCommand, storeLine } from '../weight-store.ts'
import type { ChangeOf } from './plan.ts'

interface Sides<Value> {
  before: Value
  after: Value
}

/** @throws HostError `invalid-argument` for a value that no command can set */
export function domainChange<K extends LeverKind>(
  lever: K,
  domain: DomainState,
  sides: Sides<LeverValues[K]>,
  { inventory, username }: { inventory: HostInventory; username: string },
): ChangeOf<K> {
  const { uuid, name } = domain
  const target = targetOn(lever, sides.after, domain, inventory)
  return changeOf(lever, { uuid, name, target }, sides, username)
}

/** A cpupool has no UUID, so its name identifies it. */
export function poolChange<K extends LeverKind>(
  lever: K,
  name: string,
  sides: Sides<LeverValues[K]>,
  username: string,
): ChangeOf<K> {
  return changeOf(lever, { uuid: name, name, target: NO_DOMAIN }, sides, username)
}

function changeOf<K extends LeverKind>(
  lever: K,
  subject: { uuid: string; name: string; target: Target },
  { before, after }: Sides<LeverValues[K]>,
  username: string,
): ChangeOf<K> {
  const commands = LEVERS[lever].commands(before, after, subject.target)
  const lines = commands.map((command) => plannedLine(command, username))
  return { lever, ...subject, before, after, commands: lines }
}

/** @throws HostError `invalid-argument` */
export function plannedLine(command: LeverCommand, username: string): string {
  return isForStore(command) ? storeLine(command) : renderCommandLine(command, username)
}
