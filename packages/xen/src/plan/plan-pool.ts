import { MIN_RESERVATION_US, POOL_0, type PoolScheduler, REAL_TIME_POOL } from '../host-command.ts'
import type { HostInventory, Reservation } from '../host-inventory.ts'
import { cpupoolNamed } from '../levers/cpupools.ts'
import { membershipOf } from '../levers/membership/membership.ts'
import { isReservationInRange } from '../levers/reservation/reservation.ts'
import { allowedPCpus, formatPCpuList } from '../xl/p-cpu-list.ts'
import { domainChange, poolChange } from './change-of.ts'
import type { Change } from './plan.ts'
import { blocks, type PlanReason, warns } from './plan-reason.ts'

/** A separate cpupool for some domains. */
export interface WantedPool {
  scheduler: PoolScheduler
  /** The pCPUs that Pool-0 gives away. */
  pCpus: number[]
  /** Under rtds, each domain has the reservation of its vCPUs. */
  domains: { uuid: string; reservation?: Reservation }[]
}

/** Why the cpupool cannot be made as requested; empty when it can. */
export function checkPool(wanted: WantedPool, inventory: HostInventory): PlanReason[] {
  const numbers = cpupoolNamed(inventory, POOL_0)?.pCpuNumbers ?? []
  if (cpupoolNamed(inventory, REAL_TIME_POOL)) {
    return [blocks('cpupool-exists', { cpupool: REAL_TIME_POOL })]
  }
  const missing = wanted.pCpus.filter((pCpu) => !numbers.includes(pCpu))
  if (wanted.pCpus.length === 0 || missing.length > 0) {
    return [blocks('pcpu-not-in-cpupool', { name: null, cpupool: POOL_0, pCpus: missing })]
  }
  const left = numbers.filter((pCpu) => !wanted.pCpus.includes(pCpu))
  if (left.length === 0) return [blocks('pool-0-left-empty', {})]
  return [
    ...wanted.domains.flatMap((each) => checkMember(each, wanted.scheduler, inventory)),
    ...strandedDomains(inventory, left),
    ...overcommitted(wanted, inventory),
  ]
}

function checkMember(
  { uuid, reservation }: WantedPool['domains'][number],
  scheduler: PoolScheduler,
  inventory: HostInventory,
): PlanReason[] {
  const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
  if (!domain) return [blocks('domain-missing', { uuid }, uuid)]
  const { id, name, cpupool, state } = domain
  if (id === 0) return [blocks('domain-0-stays', {}, uuid)]
  if (state.includes('d')) return [blocks('domain-dying', { name }, uuid)]
  if (cpupool !== POOL_0) return [blocks('domain-not-in-pool-0', { name, cpupool }, uuid)]
  if (scheduler !== 'rtds' || (reservation && isReservationInRange(reservation))) return []
  return [blocks('reservation-out-of-range', { name, leastUs: MIN_RESERVATION_US }, uuid)]
}

/**
 * Domains that are pinned only to pCPUs that Pool-0 gives away, even if they move later. Xen would
 * break their affinity (`cpu_disable_scheduler`), or refuse.
 */
function strandedDomains(inventory: HostInventory, left: number[]): PlanReason[] {
  return inventory.domains
    .filter(({ cpupool }) => cpupool === POOL_0)
    .filter(({ vCpuPlacement }) =>
      vCpuPlacement.some(({ hardAffinity }) => allowedPCpus(hardAffinity, left)?.length === 0),
    )
    .map(({ uuid, name }) => blocks('no-pcpu-left', { name }, uuid))
}

function overcommitted({ scheduler, pCpus, domains }: WantedPool, inventory: HostInventory) {
  if (scheduler !== 'rtds') return []
  const promised = domains.reduce((sum, { uuid, reservation }) => {
    const vCpus = inventory.domains.find((domain) => domain.uuid === uuid)?.vCpus ?? 0
    return sum + (reservation ? (vCpus * reservation.budgetUs) / reservation.periodUs : 0)
  }, 0)
  const given = new Set(pCpus).size
  if (promised <= given + 1e-9) return []
  return [blocks('reservations-exceed-pcpus', { promised, given })]
}

/** The steps in order; each can be undone once those after it are undone. */
export function poolChanges(
  { scheduler, pCpus, domains }: WantedPool,
  context: { inventory: HostInventory; username: string },
): Change[] {
  const { inventory, username } = context
  const numbers = cpupoolNamed(inventory, POOL_0)!.pCpuNumbers
  const given = formatPCpuList(pCpus)
  const left = formatPCpuList(numbers.filter((pCpu) => !pCpus.includes(pCpu)))
  const members = domains.map(({ uuid, reservation }) => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    return { domain, reservation: scheduler === 'rtds' ? reservation : undefined }
  })
  const giving = { before: { pCpus: formatPCpuList(numbers) }, after: { pCpus: left } }
  const making = { before: { pool: null }, after: { pool: { scheduler, pCpus: given } } }
  return [
    poolChange('pool-pcpus', POOL_0, giving, username),
    poolChange('cpupool', REAL_TIME_POOL, making, username),
    ...members.map(({ domain }) => {
      const moving = { before: membershipOf(domain), after: { cpupool: REAL_TIME_POOL } }
      return domainChange('membership', domain, moving, context)
    }),
    ...members.flatMap(({ domain, reservation }) => {
      if (!reservation) return []
      const promising = { before: { reservation: null }, after: { reservation } }
      return [domainChange('reservation', domain, promising, context)]
    }),
  ]
}

/** Warnings about a cpupool that can be made. */
export function poolWarnings(
  { scheduler, domains }: WantedPool,
  inventory: HostInventory,
): PlanReason[] {
  const isUnsure = scheduler === 'rtds' && !hasRtds(inventory)
  return [
    ...(isUnsure ? [warns('scheduler-may-be-missing', {})] : []),
    warns('values-reset-by-move', { domains: domains.length }),
  ]
}

/** Xen lists no schedulers, so only use and our own build prove that this one is there. */
function hasRtds({ experiments, scheduler, cpupools }: HostInventory): boolean {
  return (
    Boolean(experiments) || [scheduler, ...cpupools.map((pool) => pool.scheduler)].includes('rtds')
  )
}
