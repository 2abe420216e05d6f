import type { HostInventory } from '../host-inventory.ts'
import { affinityOf, affinityWords } from '../levers/affinity/affinity.ts'
import { formatPCpuList } from '../xl/p-cpu-list.ts'
import type { Drift, DriftKind } from './drift.ts'
import type { Plan, PlannedCpupool, PlannedDomain } from './plan.ts'

/** The state of every domain that a plan keeps. */
export function plannedDomains(inventory: HostInventory): PlannedDomain[] {
  return inventory.domains.map((domain) => ({
    uuid: domain.uuid,
    id: domain.id,
    name: domain.name,
    vCpus: domain.vCpus,
    cpupool: domain.cpupool,
    scheduler: inventory.cpupools.find((pool) => pool.name === domain.cpupool)!.scheduler,
    before: { weight: domain.weight, cap: domain.cap },
    affinity: affinityOf(domain),
  }))
}

export function plannedCpupools({ cpupools }: HostInventory): PlannedCpupool[] {
  return cpupools.map(({ name, scheduler, pCpuNumbers }) => ({
    name,
    scheduler,
    pCpus: formatPCpuList(pCpuNumbers),
  }))
}

/**
 * Every difference between the host at planning time and now. Domains are matched by UUID: a new id
 * under the same UUID is a restart, the same name under a new UUID is another domain.
 */
export function findDrift(
  {
    domains: planned,
    cpupools,
    weighsDomain0,
  }: Pick<Plan, 'domains' | 'cpupools' | 'weighsDomain0'>,
  inventory: HostInventory,
): Drift[] {
  const found = plannedDomains(inventory)
  const drift: Drift[] = []
  for (const before of planned) {
    const now = found.find((domain) => domain.uuid === before.uuid)
    const isWeighed = weighsDomain0 && before.id === 0
    if (now) drift.push(...differences(before, isWeighed ? { ...now, before: before.before } : now))
    else drift.push(driftOf('domain-missing', before, before.name, null))
  }
  for (const domain of found) {
    if (!planned.some((before) => before.uuid === domain.uuid)) {
      drift.push(driftOf('domain-new', domain, null, domain.name))
    }
  }
  return [...drift, ...poolDrift(cpupools, inventory)]
}

/**
 * Compares which pools there are and which pCPUs they have; schedulers are compared domain by
 * domain.
 */
function poolDrift(planned: Plan['cpupools'], inventory: HostInventory): Drift[] {
  const words = (pools: typeof planned) =>
    pools.map(({ name, pCpus }) => `${name} with ${pCpus}`).join(', ')
  const expected = words(planned)
  const found = words(plannedCpupools(inventory))
  if (expected === found) return []
  return [driftOf('cpupools-changed', { uuid: null, name: 'cpupools' }, expected, found)]
}

function differences(before: PlannedDomain, now: PlannedDomain): Drift[] {
  const compared: [DriftKind, string | number | null, string | number | null][] = [
    ['domain-restarted', before.id, now.id],
    ['domain-renamed', before.name, now.name],
    ['weight-changed', before.before.weight, now.before.weight],
    ['cap-changed', before.before.cap, now.before.cap],
    ['affinity-changed', ...affinities(before, now)],
    ['vcpus-changed', before.vCpus, now.vCpus],
    ['cpupool-changed', before.cpupool, now.cpupool],
    ['scheduler-changed', before.scheduler, now.scheduler],
  ]
  return compared
    .filter(([, expected, found]) => expected !== found)
    .map(([kind, expected, found]) => driftOf(kind, before, expected, found))
}

/** A different number of vCPUs implies different affinities, so these are not compared then. */
function affinities(before: PlannedDomain, now: PlannedDomain): [string, string] {
  if (before.vCpus !== now.vCpus) return ['', '']
  return [affinityWords(before.affinity), affinityWords(now.affinity)]
}

export function driftOf(
  kind: DriftKind,
  domain: { uuid: string | null; name: string },
  expected: string | number | null,
  found: string | number | null,
): Drift {
  const text = (value: string | number | null) => (value === null ? null : String(value))
  return {
    kind,
    uuid: domain.uuid,
    name: domain.name,
    expected: text(expected),
    found: text(found),
  }
}
