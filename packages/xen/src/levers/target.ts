import type { DomainState, HostInventory } from '../host-inventory.ts'
import type { Target } from './lever.ts'
import { LEVERS, type LeverKind, type LeverValues } from './registry.ts'

/** The target of a change that concerns a cpupool. */
export const NO_DOMAIN: Target = { domainId: 0, scheduler: '' }

/** The target of a change to what is kept of a guest beside the host. */
export function recordOf(uuid: string): Target {
  return { ...NO_DOMAIN, uuid }
}

/** The domain id and scheduler that Xen currently needs to give a domain this value. */
export function targetOn<K extends LeverKind>(
  lever: K,
  value: LeverValues[K],
  domain: DomainState,
  { cpupools }: HostInventory,
): Target {
  if (LEVERS[lever].about === 'record') return recordOf(domain.uuid)
  const cpupool = LEVERS[lever].cpupoolOf?.(value) ?? domain.cpupool
  const scheduler = cpupools.find(({ name }) => name === cpupool)?.scheduler ?? ''
  return { domainId: domain.id, scheduler }
}
