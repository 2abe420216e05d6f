import { type HostCommand, POOL_0, type PoolScheduler, REAL_TIME_POOL } from '../host-command.ts'
import type { CpupoolState, DomainState, HostInventory } from '../host-inventory.ts'
import { isWeightScheduler } from '../read-host.ts'
import { formatPCpuList, parsePCpuList } from '../xl/p-cpu-list.ts'
import { affinityOf, pinCommands } from './affinity.ts'
import { sameValues, setCommand } from './set-command.ts'
import type { Membership, PlannedCpupool, PoolDefinition, PoolPCpus } from './weight-plan.ts'

/** A reading of the cpupools, be it a part of a larger one. */
type Pools = { cpupools: Pick<CpupoolState, 'name' | 'scheduler' | 'pCpuNumbers'>[] }

export function poolNamed({ cpupools }: Pools, name: string) {
  return cpupools.find((pool) => pool.name === name)
}

export function plannedCpupools({ cpupools }: HostInventory): PlannedCpupool[] {
  return cpupools.map(({ name, scheduler, pCpuNumbers }) => ({
    name,
    scheduler,
    pCpus: pCpuNumbers && formatPCpuList(pCpuNumbers),
  }))
}

export function poolPCpusNow(pools: Pools): PoolPCpus | null {
  const numbers = poolNamed(pools, POOL_0)?.pCpuNumbers
  return numbers ? { pCpus: formatPCpuList(numbers) } : null
}

export function poolNow(pools: Pools): PoolDefinition {
  const pool = poolNamed(pools, REAL_TIME_POOL)
  if (!pool) return { pool: null }
  const pCpus = formatPCpuList(pool.pCpuNumbers ?? [])
  return { pool: { scheduler: pool.scheduler as PoolScheduler, pCpus } }
}

export function membershipOf(domain: DomainState): Membership {
  const { cpupool, weight, cap } = domain
  return { cpupool, kept: { weight, cap, affinity: affinityOf(domain) } }
}

export function poolPCpusTo(from: PoolPCpus, to: PoolPCpus): HostCommand[] {
  const [there, wanted] = [from, to].map(({ pCpus }) => parsePCpuList(pCpus) ?? [])
  const less = (a: number[], b: number[]) => formatPCpuList(a.filter((each) => !b.includes(each)))
  const surplus = less(there!, wanted!)
  const missing = less(wanted!, there!)
  return [
    ...(surplus ? [{ verb: 'cpupool-cpu-remove' as const, pCpus: surplus }] : []),
    ...(missing ? [{ verb: 'cpupool-cpu-add' as const, pCpus: missing }] : []),
  ]
}

/** What a domain has in a cpupool that it has just come into. */
export const FRESH = { weight: 256, cap: 0, affinity: ['all'] }

/**
 * Xen gives a domain the defaults of the cpupool that it comes into (`sched_move_domain`), so what
 * is to be kept has to be set again.
 */
export function membershipCommands(
  from: Membership,
  to: Membership,
  domainId: number,
  scheduler: string,
): HostCommand[] {
  const moves = from.cpupool !== to.cpupool
  const migrate: HostCommand = { verb: 'cpupool-migrate', domainId, cpupool: to.cpupool }
  const now = moves ? FRESH : (from.kept ?? FRESH)
  return [...(moves ? [migrate] : []), ...keepCommands(now, to.kept, domainId, scheduler)]
}

function keepCommands(
  now: NonNullable<Membership['kept']>,
  kept: Membership['kept'],
  domainId: number,
  scheduler: string,
): HostCommand[] {
  if (!kept) return []
  const { weight, cap, affinity } = kept
  const sets = isWeightScheduler(scheduler) && weight !== null && cap !== null
  const from = { weight: now.weight ?? 0, cap: now.cap ?? -1 }
  return [
    ...(sets && !sameValues(from, { weight, cap })
      ? [setCommand(scheduler, domainId, from, { weight, cap })]
      : []),
    ...(String(now.affinity) === String(affinity) ? [] : pinCommands(domainId, { affinity })),
  ]
}
