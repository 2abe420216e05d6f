import { isDeepStrictEqual } from 'node:util'
import type { RecordedChange } from '../apply/application.ts'
import { type HostCommand, POOL_0, REAL_TIME_POOL, type WeightScheduler } from '../host-command.ts'
import type { DomainState, HostInventory, Reservation } from '../host-inventory.ts'
import {
  isWeightScheduler,
  readCpupoolOf,
  readCpupools,
  readPlacement,
  readReservations,
  readWeight,
} from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { affinityOf, affinityWords, pinCommands } from './affinity.ts'
import { membershipCommands, membershipOf, poolNow, poolPCpusNow, poolPCpusTo } from './pools.ts'
import { setCommand, valuesOf } from './set-command.ts'
import type { Lever, LeverValue, Membership, VCpuAffinity, WeightAndCap } from './weight-plan.ts'

export function leverOf({ kind }: Pick<RecordedChange, 'kind'>): Lever {
  return kind ?? 'weight'
}

/** Whether the change is about a domain, which may be gone, and not about a cpupool. */
export function isAboutDomain(lever: Lever): boolean {
  return lever !== 'pool-pcpus' && lever !== 'cpupool'
}

/** What the host has now of what the change is about; null where that cannot be read. */
export function valueNow(item: RecordedChange, inventory: HostInventory): LeverValue | null {
  if (item.kind === 'pool-pcpus') return poolPCpusNow(inventory)
  if (item.kind === 'cpupool') return poolNow(inventory)
  const domain = inventory.domains.find(({ uuid }) => uuid === item.uuid)
  return domain ? domainValue(leverOf(item), domain) : null
}

function domainValue(lever: Lever, domain: DomainState): LeverValue | null {
  switch (lever) {
    case 'affinity': {
      const affinity = affinityOf(domain)
      return affinity.length === 0 ? null : { affinity }
    }
    case 'membership':
      return membershipOf(domain)
    case 'reservation':
      return { reservation: domain.reservation ?? null }
    default:
      return valuesOf(domain)
  }
}

/**
 * Asks the host about this one thing, with as few commands as that takes.
 * @param scheduler of the cpupool that the domain is to be in; empty where its values do not matter
 */
export async function readValue(
  shell: RemoteShell,
  lever: Lever,
  domainId: number,
  scheduler: string,
): Promise<LeverValue> {
  switch (lever) {
    case 'weight':
      return readWeight(shell, scheduler as WeightScheduler, domainId)
    case 'affinity':
      return readAffinity(shell, domainId)
    case 'membership':
      return readMembership(shell, domainId, scheduler)
    case 'reservation':
      return { reservation: (await readReservations(shell)).get(domainId) ?? null }
    default:
      return lever === 'cpupool'
        ? poolNow(await readCpupools(shell))
        : (poolPCpusNow(await readCpupools(shell)) ?? { pCpus: '' })
  }
}

async function readAffinity(shell: RemoteShell, domainId: number): Promise<VCpuAffinity> {
  return { affinity: affinityOf({ vCpuPlacement: await readPlacement(shell, domainId) }) }
}

async function readMembership(
  shell: RemoteShell,
  domainId: number,
  scheduler: string,
): Promise<Membership> {
  const cpupool = (await readCpupoolOf(shell, domainId)) ?? ''
  if (cpupool !== POOL_0 || !isWeightScheduler(scheduler)) return { cpupool }
  const weightAndCap = await readWeight(shell, scheduler, domainId)
  return { cpupool, kept: { ...weightAndCap, ...(await readAffinity(shell, domainId)) } }
}

/**
 * The commands that lead from what is there to other values.
 * @param scheduler of the cpupool that the domain is in, or comes into
 */
export function commandsTo(
  from: LeverValue,
  to: LeverValue,
  domainId: number,
  scheduler: string,
): HostCommand[] {
  if ('weight' in to) {
    return [setCommand(scheduler as WeightScheduler, domainId, from as WeightAndCap, to)]
  }
  if ('affinity' in to) return pinCommands(domainId, to)
  if ('pCpus' in to && 'pCpus' in from) return poolPCpusTo(from, to)
  if ('pool' in to) {
    return [to.pool ? { verb: 'cpupool-create', ...to.pool } : { verb: 'cpupool-destroy' }]
  }
  if ('cpupool' in to && 'cpupool' in from) {
    return membershipCommands(from, to, domainId, scheduler)
  }
  // Without one there is nothing to set: it goes when the domain leaves the cpupool.
  const reservation = 'reservation' in to ? to.reservation : null
  return reservation ? [{ verb: 'rtds-set', domainId, reservation }] : []
}

/** Whether what was found is what was wanted; what the wanted value leaves open may be anything. */
export function sameValue(found: LeverValue, wanted: LeverValue): boolean {
  const entries = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return entries.every(([key, value]) => isDeepStrictEqual(Object(found)[key], value))
}

export function valueWords(value: LeverValue): string {
  if ('weight' in value) return `weight ${value.weight}, cap ${value.cap}`
  if ('affinity' in value) return `pCPUs ${affinityWords(value.affinity)}`
  if ('pCpus' in value) return `pCPUs ${value.pCpus || 'none'}`
  if ('pool' in value) {
    return value.pool
      ? `cpupool ${REAL_TIME_POOL} (${value.pool.scheduler}, pCPUs ${value.pool.pCpus})`
      : `no cpupool ${REAL_TIME_POOL}`
  }
  if ('reservation' in value) return reservationWords(value.reservation)
  const { cpupool, kept } = value
  if (!kept) return `cpupool ${cpupool}`
  const weight = kept.weight === null ? '' : `, weight ${kept.weight}, cap ${kept.cap}`
  return `cpupool ${cpupool}${weight}, pCPUs ${affinityWords(kept.affinity)}`
}

function reservationWords(reservation: Reservation | null): string {
  if (!reservation) return 'no reservation'
  const { periodUs, budgetUs, extraTime } = reservation
  return `${budgetUs} µs in every ${periodUs} µs, ${extraTime ? 'and spare time' : 'no more'}`
}
