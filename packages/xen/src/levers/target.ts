import type { DomainState, HostInventory } from '../host-inventory.ts'
import type { Target } from './lever.ts'
import { LEVERS, type LeverKind, type LeverValues } from './registry.ts'

/** The target of a change that concerns a cpupool. */
export const NO_DOMAIN: Target = { domainId: 0, scheduler: '' }

/** What is kept of a guest beside the host is found by its UUID, all else by what it is there. */
export function targetOf(lever: LeverKind, uuid: string, onHost: Target): Target {
  return LEVERS[lever].about === 'record' ? { ...NO_DOMAIN, uuid } : onHost
}

/** The domain id and scheduler that Xen currently needs to give a domain this value. */
export function targetOn<K extends LeverKind>(
  lever: K,
  value: LeverValues[K],
  domain: DomainState,
  { cpupools }: HostInventory,
): Target {
  const cpupool = LEVERS[lever].cpupoolOf?.(value) ?? domain.cpupool
  const scheduler = cpupools.find(({ name }) => name === cpupool)?.scheduler ?? ''
  return targetOf(lever, domain.uuid, { domainId: domain.id, scheduler })
}
