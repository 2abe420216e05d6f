import type { HostInventory } from '../host-inventory.ts'
import type { LeftDrift, LeftValues } from './lever.ts'
import { LEVERS, type LeverKind } from './registry.ts'

const KINDS = Object.keys(LEVERS) as LeverKind[]

/** How a reading differs from the values that were left on a domain. */
export function leftDrift(left: LeftValues, inventory: HostInventory, uuid: string): LeftDrift[] {
  const driftOf = <K extends LeverKind>(kind: K) => {
    const lever = LEVERS[kind]
    return lever.left?.drift(left, lever.now(inventory, uuid)) ?? []
  }
  return KINDS.flatMap((kind) => driftOf(kind))
}

/**
 * Lines for xl.cfg(5) that keep the values through a restart; for Domain-0, which has no
 * configuration file, commands.
 */
export function configLines(left: LeftValues, domainId: number | null): string[] {
  return KINDS.flatMap((kind) => LEVERS[kind].left?.configLines(left, domainId) ?? [])
}
