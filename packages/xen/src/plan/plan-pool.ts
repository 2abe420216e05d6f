import {
  type HostCommand,
  MAX_RESERVATION_US,
  MIN_RESERVATION_US,
  POOL_0,
  type PoolScheduler,
  REAL_TIME_POOL,
  renderCommandLine,
} from '../host-command.ts'
import type { DomainState, HostInventory, Reservation } from '../host-inventory.ts'
import { allowedPCpus, formatPCpuList } from '../xl/p-cpu-list.ts'
import { GATE_OUTDATED } from './check-pins.ts'
import { membershipOf, poolNamed } from './pools.ts'
import type { PlannedChange, PlanReason, PlanReasonCode } from './weight-plan.ts'

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
  const numbers = poolNamed(inventory, POOL_0)?.pCpuNumbers
  if (!numbers) return [GATE_OUTDATED]
  if (poolNamed(inventory, REAL_TIME_POOL)) {
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
  if (scheduler !== 'rtds' || (reservation && isInRange(reservation))) return []
  return [
    reason(
      'reservation-out-of-range',
      `${name} needs a period and a budget of at least ${MIN_RESERVATION_US} µs and less than 10 s, the budget no longer than the period.`,
      uuid,
    ),
  ]
}

function isInRange({ periodUs, budgetUs }: Reservation): boolean {
  const isAllowed = (us: number) =>
    Number.isInteger(us) && us >= MIN_RESERVATION_US && us <= MAX_RESERVATION_US
  return isAllowed(periodUs) && isAllowed(budgetUs) && budgetUs <= periodUs
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
  inventory: HostInventory,
  username: string,
): PlannedChange[] {
  const numbers = poolNamed(inventory, POOL_0)!.pCpuNumbers!
  const given = formatPCpuList(pCpus)
  const left = formatPCpuList(numbers.filter((pCpu) => !pCpus.includes(pCpu)))
  const line = (command: HostCommand) => renderCommandLine(command, username)
  const members = domains.map(({ uuid, reservation }) => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    return { domain, reservation }
  })
  const of = ({ uuid, id, name, cpupool }: DomainState) => ({ uuid, name, domainId: id, cpupool })
  return [
    {
      kind: 'pool-pcpus',
      uuid: POOL_0,
      name: POOL_0,
      before: { pCpus: formatPCpuList(numbers) },
      after: { pCpus: left },
      command: line({ verb: 'cpupool-cpu-remove', pCpus: given }),
    },
    {
      kind: 'cpupool',
      uuid: REAL_TIME_POOL,
      name: REAL_TIME_POOL,
      before: { pool: null },
      after: { pool: { scheduler, pCpus: given } },
      command: line({ verb: 'cpupool-create', scheduler, pCpus: given }),
    },
    ...members.map(({ domain }): PlannedChange => {
      const { id: domainId } = domain
      return {
        kind: 'membership',
        ...of(domain),
        before: membershipOf(domain),
        after: { cpupool: REAL_TIME_POOL },
        command: line({ verb: 'cpupool-migrate', domainId, cpupool: REAL_TIME_POOL }),
      }
    }),
    ...members.flatMap(({ domain, reservation }): PlannedChange[] =>
      scheduler === 'rtds' && reservation
        ? [
            {
              kind: 'reservation',
              ...of(domain),
              before: { reservation: null },
              after: { reservation },
              command: line({ verb: 'rtds-set', domainId: domain.id, reservation }),
            },
          ]
        : [],
    ),
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
