import { MIN_RESERVATION_US, POOL_0, type PoolScheduler, REAL_TIME_POOL } from '../host-command.ts'
import type { HostInventory, Reservation } from '../host-inventory.ts'
import { GATE_OUTDATED } from '../levers/affinity/check-pin.ts'
import { cpupoolNamed } from '../levers/cpupools.ts'
import { membershipOf } from '../levers/membership/membership.ts'
import { isReservationInRange } from '../levers/reservation/reservation.ts'
import { allowedPCpus, formatPCpuList } from '../xl/p-cpu-list.ts'
import { domainChange, poolChange } from './change-of.ts'
import type { Change, PlanReason, PlanReasonCode } from './plan.ts'

/** A cpupool of its own for some domains. */
export interface WantedPool {
  scheduler: PoolScheduler
  /** Which Pool-0 gives away. */
  pCpus: number[]
  /** Under rtds each with what its vCPUs are promised. */
  domains: { uuid: string; reservation?: Reservation }[]
}

const reason = (code: PlanReasonCode, message: string, uuid: string | null = null): PlanReason => ({
  code,
  effect: 'blocks',
  uuid,
  message,
})

/** Why the cpupool cannot be made as wanted; empty where it can. */
export function checkPool(wanted: WantedPool, inventory: HostInventory): PlanReason[] {
  const numbers = cpupoolNamed(inventory, POOL_0)?.pCpuNumbers
  if (!numbers) return [GATE_OUTDATED]
  if (cpupoolNamed(inventory, REAL_TIME_POOL)) {
    return [
      reason(
        'cpupool-exists',
        `The host has a cpupool ${REAL_TIME_POOL} already. Roll back what made it first.`,
      ),
    ]
  }
  const missing = wanted.pCpus.filter((pCpu) => !numbers.includes(pCpu))
  if (wanted.pCpus.length === 0 || missing.length > 0) {
    const which = missing.length > 0 ? missing.join(', ') : 'none'
    return [reason('pcpu-not-in-cpupool', `${POOL_0} has no pCPU ${which} to give away.`)]
  }
  const left = numbers.filter((pCpu) => !wanted.pCpus.includes(pCpu))
  if (left.length === 0) {
    return [reason('pool-0-left-empty', `${POOL_0} needs a pCPU: Domain-0 cannot leave it.`)]
  }
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
  if (!domain)
    return [reason('domain-missing', `No domain with UUID ${uuid} is on the host.`, uuid)]
  const { id, name, cpupool, state } = domain
  if (id === 0) return [reason('domain-0-stays', `Domain-0 cannot leave ${POOL_0}.`, uuid)]
  if (state.includes('d')) return [reason('domain-dying', `${name} is being destroyed.`, uuid)]
  if (cpupool !== POOL_0) {
    return [
      reason('domain-not-in-pool-0', `${name} is in cpupool ${cpupool}, not ${POOL_0}.`, uuid),
    ]
  }
  if (scheduler !== 'rtds' || (reservation && isReservationInRange(reservation))) return []
  return [
    reason(
      'reservation-out-of-range',
      `${name} needs a period and a budget of at least ${MIN_RESERVATION_US} µs and less than 10 s, the budget no longer than the period.`,
      uuid,
    ),
  ]
}

/**
 * Domains pinned to nothing but what Pool-0 gives away, be it before they move: Xen would break
 * their affinity (`cpu_disable_scheduler`), or refuse.
 */
function strandedDomains(inventory: HostInventory, left: number[]): PlanReason[] {
  return inventory.domains
    .filter(({ cpupool }) => cpupool === POOL_0)
    .filter(({ vCpuPlacement }) =>
      vCpuPlacement.some(({ hardAffinity }) => allowedPCpus(hardAffinity, left)?.length === 0),
    )
    .map(({ uuid, name }) =>
      reason(
        'no-pcpu-left',
        `${name} is pinned to pCPUs that ${POOL_0} would give away: pin it elsewhere first.`,
        uuid,
      ),
    )
}

function overcommitted({ scheduler, pCpus, domains }: WantedPool, inventory: HostInventory) {
  if (scheduler !== 'rtds') return []
  const promised = domains.reduce((sum, { uuid, reservation }) => {
    const vCpus = inventory.domains.find((domain) => domain.uuid === uuid)?.vCpus ?? 0
    return sum + (reservation ? (vCpus * reservation.budgetUs) / reservation.periodUs : 0)
  }, 0)
  const given = new Set(pCpus).size
  if (promised <= given + 1e-9) return []
  const percent = `${Math.round(promised * 100)} %`
  return [
    reason(
      'reservations-exceed-pcpus',
      `The vCPUs would be promised ${percent} of a pCPU together, more than ${given === 1 ? '1 pCPU' : `${given} pCPUs`} can give.`,
    ),
  ]
}

/** Steps in their order: each can be undone as long as those after it have been. */
export function poolChanges(
  { scheduler, pCpus, domains }: WantedPool,
  context: { inventory: HostInventory; username: string },
): Change[] {
  const { inventory, username } = context
  const numbers = cpupoolNamed(inventory, POOL_0)!.pCpuNumbers!
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

/** What to know of a cpupool that can be made. */
export function poolWarnings({ scheduler, domains }: WantedPool): PlanReason[] {
  const warns = (code: PlanReasonCode, message: string): PlanReason => ({
    ...reason(code, message),
    effect: 'warns',
  })
  const moved = domains.length === 1 ? 'the domain' : 'the domains'
  return [
    ...(scheduler === 'rtds'
      ? [
          warns(
            'scheduler-may-be-missing',
            'Many builds of Xen leave the RTDS scheduler out, Debian’s among them. Then the cpupool cannot be made, and all is put back.',
          ),
        ]
      : []),
    warns(
      'values-reset-by-move',
      `Xen forgets weight, cap and affinity of ${moved} on the way; a roll-back sets them again.`,
    ),
  ]
}
