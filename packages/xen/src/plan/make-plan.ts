import { renderCommandLine, type WeightScheduler } from '../host-command.ts'
import type { DomainState, HostInventory } from '../host-inventory.ts'
import { affinityTo } from '../xl/p-cpu-list.ts'
import { affinityOf, pinCommands } from './affinity.ts'
import { checkPin, type WantedPin } from './check-pins.ts'
import { checkWanted, schedulerOf, type WantedWeight } from './check-wanted.ts'
import { driftOf, plannedDomains } from './find-drift.ts'
import { leverOf, sameValue } from './levers.ts'
import { planHash } from './plan-hash.ts'
import { checkPool, poolChanges, poolWarnings, type WantedPool } from './plan-pool.ts'
import { planWarnings } from './plan-warnings.ts'
import { FRESH, plannedCpupools } from './pools.ts'
import { lowerFirst, setCommand } from './set-command.ts'
import type {
  AffinityChange,
  Drift,
  PlannedChange,
  PlannedShare,
  PlanReason,
  WeightAndCap,
  WeightChange,
  WeightPlan,
} from './weight-plan.ts'

export interface PlanInput {
  inventory: HostInventory
  wanted: WantedWeight[]
  /** Affinities to set as well; the others stay. */
  pins?: WantedPin[]
  /** A cpupool to make, with the domains that go into it. */
  pool?: WantedPool
  /** The account that will apply the plan: decides whether commands go through sudo. */
  username: string
  /** The weights that the analysis saw; matched by UUID, or by name where it knew none. */
  analysed?: { uuid?: string; name: string; weight: number }[]
  now?: Date
  /** How long the plan may be applied; default 15 minutes. */
  lifetimeSeconds?: number
}

/**
 * Compares wanted with present weights and says exactly what applying would send, in which order,
 * and whether it may be sent at all. Changes nothing.
 */
export function makePlan(input: PlanInput): WeightPlan {
  const { inventory, wanted, pins = [], pool } = input
  const now = input.now ?? new Date()
  const refusals = [
    ...wanted.flatMap((item) => checkWanted(item, inventory)),
    ...distinct(pins.flatMap((pin) => checkPin(pin, inventory))),
    ...(pool ? checkPool(pool, inventory) : []),
    ...(pool && wanted.length + pins.length > 0 ? [POOL_NOT_ALONE] : []),
  ]
  const changes: PlannedChange[] = refusals.length === 0 ? plannedChanges(input) : []
  const shares = plannedShares(inventory, changes)
  const drift = driftSinceAnalysis(input)
  const reasons: PlanReason[] = [
    ...refusals,
    ...listedTwice(wanted),
    ...listedTwice(pins),
    ...listedTwice(pool?.domains ?? []),
    ...(refusals.length === 0 && changes.length === 0 ? [NO_CHANGE] : []),
    ...drift.map(
      ({ uuid, message }): PlanReason => ({
        code: 'drift-since-analysis',
        effect: 'warns',
        uuid,
        message,
      }),
    ),
    ...planWarnings(inventory, changes, shares),
    ...(pool ? poolWarnings(pool) : []),
  ]
  const plan: Omit<WeightPlan, 'hash'> = {
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + (input.lifetimeSeconds ?? 900) * 1000).toISOString(),
    username: input.username,
    domains: plannedDomains(inventory),
    cpupools: plannedCpupools(inventory),
    changes,
    shares,
    drift,
    reasons,
    canApply: !reasons.some((reason) => reason.effect === 'blocks'),
  }
  return { ...plan, hash: planHash(plan) }
}

/** A move takes the values away that the plan would set. */
const POOL_NOT_ALONE: PlanReason = {
  code: 'pool-not-alone',
  effect: 'blocks',
  uuid: null,
  message: 'A cpupool is made by a plan of its own.',
}

const NO_CHANGE: PlanReason = {
  code: 'no-change',
  effect: 'blocks',
  uuid: null,
  message: 'The host already has these values; there is nothing to apply.',
}

/** In the order in which they are sent. */
function plannedChanges(input: PlanInput): PlannedChange[] {
  const { inventory, pool, username } = input
  return [
    ...weightChanges(input),
    ...affinityChanges(input),
    ...(pool ? poolChanges(pool, inventory, username) : []),
  ]
}

/** The same reason once, whichever domain it was met with. */
function distinct(reasons: PlanReason[]): PlanReason[] {
  return reasons.filter(
    (reason, index) => reasons.findIndex(({ message }) => message === reason.message) === index,
  )
}

function affinityChanges({ inventory, pins = [], username }: PlanInput): AffinityChange[] {
  return pins.flatMap(({ uuid, pCpus }): AffinityChange[] => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const before = { affinity: affinityOf(domain) }
    const after = { affinity: [pCpus === 'all' ? pCpus : affinityTo(pCpus, inventory.pCpus)] }
    if (sameValue(before, after)) return []
    const [pin] = pinCommands(domain.id, after)
    const command = renderCommandLine(pin!, username)
    const { id: domainId, name, cpupool } = domain
    return [{ kind: 'affinity', uuid, domainId, name, cpupool, before, after, command }]
  })
}

function weightChanges({ inventory, wanted, username }: PlanInput): WeightChange[] {
  const changes = wanted.flatMap(({ uuid, weight, cap }): WeightChange[] => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const before = valuesOf(domain)
    const after = { weight: weight ?? before.weight, cap: cap ?? before.cap }
    if (sameValue(before, after)) return []
    const scheduler = schedulerOf(domain, inventory) as WeightScheduler
    const command = renderCommandLine(setCommand(scheduler, domain.id, before, after), username)
    const { id: domainId, name, cpupool } = domain
    return [{ uuid, domainId, name, cpupool, scheduler, before, after, command }]
  })
  return lowerFirst(
    changes,
    (change) => change.before.weight,
    (change) => change.after.weight,
  )
}

/** Only for domains whose scheduler has weights. */
function valuesOf(domain: DomainState): WeightAndCap {
  return { weight: domain.weight!, cap: domain.cap! }
}

/** Shares are counted within a cpupool, Domain-0 included: no weight acts across pools. */
function plannedShares(inventory: HostInventory, changes: PlannedChange[]): PlannedShare[] {
  const rows = inventory.domains
    .filter((domain) => domain.weight !== null)
    .map(({ uuid, name, cpupool, weight }) => {
      const own = changes.filter((change) => change.uuid === uuid)
      const move = own.find((change) => change.kind === 'membership')
      const set = own.find((change): change is WeightChange => leverOf(change) === 'weight')
      return {
        row: { uuid, name, cpupool, weightBefore: weight! },
        poolAfter: move ? move.after.cpupool : cpupool,
        weightAfter: move ? weightIn(changes) : (set?.after.weight ?? weight!),
      }
    })
  const sumOf = (weights: (number | null)[]) =>
    weights.reduce((sum: number, of) => sum + (of ?? 0), 0)
  const before = (pool: string) =>
    sumOf(rows.filter(({ row }) => row.cpupool === pool).map(({ row }) => row.weightBefore))
  const after = (pool: string) =>
    sumOf(rows.filter(({ poolAfter }) => poolAfter === pool).map(({ weightAfter }) => weightAfter))
  return rows.map(({ row, poolAfter, weightAfter }) => ({
    ...row,
    weightAfter,
    shareBefore: row.weightBefore / before(row.cpupool),
    shareAfter: weightAfter === null ? null : weightAfter / after(poolAfter),
  }))
}

/** What a domain that comes into the new cpupool has there. */
function weightIn(changes: PlannedChange[]): number | null {
  const made = changes.find((change) => change.kind === 'cpupool')
  return made?.after.pool?.scheduler === 'rtds' ? null : FRESH.weight
}

function driftSinceAnalysis({ analysed, inventory }: PlanInput): Drift[] {
  if (analysed === undefined) return []
  const matches = (seen: { uuid?: string; name: string }, domain: DomainState) =>
    seen.uuid === undefined ? seen.name === domain.name : seen.uuid === domain.uuid
  const drift = analysed.flatMap((seen): Drift[] => {
    const domain = inventory.domains.find((candidate) => matches(seen, candidate))
    const named = { uuid: seen.uuid ?? domain?.uuid ?? null, name: seen.name }
    if (domain === undefined) return [driftOf('domain-missing', named, seen.name, null)]
    if (domain.weight === seen.weight) return []
    return [driftOf('weight-changed', named, seen.weight, domain.weight)]
  })
  const isNew = (domain: DomainState) => !analysed.some((seen) => matches(seen, domain))
  return [
    ...drift,
    ...inventory.domains
      .filter((domain) => domain.id !== 0 && isNew(domain))
      .map((domain) => driftOf('domain-new', domain, null, domain.name)),
  ]
}

function listedTwice(wanted: { uuid: string }[]): PlanReason[] {
  const uuids = wanted.map((item) => item.uuid)
  return [...new Set(uuids.filter((uuid, index) => uuids.indexOf(uuid) !== index))].map((uuid) => ({
    code: 'domain-listed-twice',
    effect: 'blocks',
    uuid,
    message: `The domain with UUID ${uuid} is listed twice.`,
  }))
}
