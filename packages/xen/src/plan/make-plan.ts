import { isDeepStrictEqual } from 'node:util'
import { MAX_WEIGHT } from '../host-command.ts'
import type { DomainState, HostInventory } from '../host-inventory.ts'
import { affinityOf } from '../levers/affinity/affinity.ts'
import { sameValue } from '../levers/lever.ts'
import { FRESH } from '../levers/membership/membership.ts'
import { lowerFirst } from '../levers/weight-and-cap/lower-first.ts'
import { weightAndCapOf } from '../levers/weight-and-cap/weight-and-cap.ts'
import type { StoredWeight } from '../weight-store.ts'
import { affinityTo } from '../xl/p-cpu-list.ts'
import { domainChange } from './change-of.ts'
import { checkPin, type WantedPin } from './check-pin.ts'
import { checkWeight, type WantedWeight } from './check-weight.ts'
import type { Domain0Need } from './domain0-warning.ts'
import type { Drift } from './drift.ts'
import { driftOf, plannedCpupools, plannedDomains } from './find-drift.ts'
import type { Change, ChangeOf, Plan, Share } from './plan.ts'
import { planHash } from './plan-hash.ts'
import { checkPool, poolChanges, poolWarnings, type WantedPool } from './plan-pool.ts'
import { blocks, type PlanReason, warns } from './plan-reason.ts'
import { planWarnings } from './plan-warnings.ts'

export interface PlanInput {
  inventory: HostInventory
  wanted: WantedWeight[]
  /** Affinities to set as well; the others stay unchanged. */
  pins?: WantedPin[]
  /** A cpupool to make, with the domains to move into it. */
  pool?: WantedPool
  /** The account that will apply the plan; it determines whether commands use sudo. */
  username: string
  /**
   * The weights at the time of the analysis; matched by UUID, or by name if the UUID is unknown.
   */
  analysed?: { uuid?: string; name: string; weight: number }[]
  domain0?: Domain0Need
  /** The hypervisor weighs Domain-0 by itself, as that of XCP-ng does under credit. */
  weighsDomain0?: boolean
  /** What XAPI stores of guests, by UUID, where it is to store what the plan sets on them. */
  stored?: Readonly<Record<string, StoredWeight>>
  now?: Date
  /** How long the plan may be applied. Default 15 minutes. */
  lifetimeSeconds?: number
}

/**
 * Compares the requested weights with the present ones and lists exactly which commands an
 * application would send, in which order, and whether it may be applied at all. It changes nothing.
 */
export function makePlan(input: PlanInput): Plan {
  const { inventory, wanted, pins = [], pool } = input
  const now = input.now ?? new Date()
  const refusals = [
    ...wanted.flatMap((item) => checkWeight(item, inventory)),
    ...distinct(pins.flatMap((pin) => checkPin(pin, inventory))),
    ...(pool ? checkPool(pool, inventory) : []),
    // A move discards the values that the plan would set.
    ...(pool && wanted.length + pins.length > 0 ? [blocks('pool-not-alone', {})] : []),
  ]
  const changes: Change[] = refusals.length === 0 ? plannedChanges(input) : []
  // Where pCPUs leave its cpupool, nobody knows what weight Domain-0 then gets.
  const weighsDomain0 = input.weighsDomain0 === true && !pool
  const shares = planShares(inventory, changes, weighsDomain0)
  const drift = driftSinceAnalysis(input)
  const reasons: PlanReason[] = [
    ...refusals,
    ...listedTwice(wanted),
    ...listedTwice(pins),
    ...listedTwice(pool?.domains ?? []),
    ...(refusals.length === 0 && changes.length === 0 ? [blocks('no-change', {})] : []),
    ...drift.map((each) => warns('drift-since-analysis', { drift: each }, each.uuid)),
    ...planWarnings(inventory, changes, shares, { domain0: input.domain0, weighsDomain0 }),
    ...(pool ? poolWarnings(pool, inventory) : []),
  ]
  const plan: Omit<Plan, 'hash'> = {
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + (input.lifetimeSeconds ?? 900) * 1000).toISOString(),
    username: input.username,
    domains: plannedDomains(inventory),
    cpupools: plannedCpupools(inventory),
    ...(input.weighsDomain0 ? { weighsDomain0: true as const } : {}),
    changes,
    shares,
    drift,
    reasons,
    canApply: !reasons.some((reason) => reason.effect === 'blocks'),
  }
  return { ...plan, hash: planHash(plan) }
}

/** In the order in which they are sent. */
function plannedChanges(input: PlanInput): Change[] {
  const weights = weightChanges(input)
  return [
    // First, because no guest notices: where XAPI refuses, none was ever given another weight.
    ...storedChanges(input, weights),
    ...weights,
    ...affinityChanges(input),
    ...(input.pool ? poolChanges(input.pool, input) : []),
  ]
}

/** Keeps each reason once, whichever domain caused it. */
function distinct(reasons: PlanReason[]): PlanReason[] {
  return reasons.filter(
    (reason, index) => reasons.findIndex((each) => isDeepStrictEqual(each, reason)) === index,
  )
}

function affinityChanges(input: PlanInput): ChangeOf<'affinity'>[] {
  const { inventory, pins = [] } = input
  return pins.flatMap(({ uuid, pCpus }) => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const before = { affinity: affinityOf(domain) }
    const after = { affinity: [pCpus === 'all' ? pCpus : affinityTo(pCpus, inventory.pCpus)] }
    if (sameValue(before, after)) return []
    return [domainChange('affinity', domain, { before, after }, input)]
  })
}

function weightChanges(input: PlanInput): ChangeOf<'weight'>[] {
  const { inventory, wanted } = input
  const changes = wanted.flatMap(({ uuid, weight, cap }) => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const before = weightAndCapOf(domain)!
    const after = { weight: weight ?? before.weight, cap: cap ?? before.cap }
    if (sameValue(before, after)) return []
    return [domainChange('weight', domain, { before, after }, input)]
  })
  return lowerFirst(
    changes,
    (change) => change.before.weight,
    (change) => change.after.weight,
  )
}

/** What XAPI is to keep of the changed guests: weight and cap as they are after the plan. */
function storedChanges(
  input: PlanInput,
  weights: readonly ChangeOf<'weight'>[],
): ChangeOf<'stored-weight'>[] {
  return weights.flatMap(({ uuid, after: { weight, cap } }) => {
    const before = input.stored?.[uuid]
    if (!before) return []
    const after = {
      weight: String(weight),
      // No cap is what Xen gives where none is stored.
      cap: cap === 0 && before.cap === null ? null : String(cap),
    }
    if (sameValue(before, after)) return []
    const domain = input.inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const sides = { before: { stored: before }, after: { stored: after } }
    return [domainChange('stored-weight', domain, sides, input)]
  })
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
  const twice = new Set(uuids.filter((uuid, index) => uuids.indexOf(uuid) !== index))
  return [...twice].map((uuid) => blocks('domain-listed-twice', { uuid }, uuid))
}

/** Shares are relative to a cpupool, Domain-0 included: no weight acts across pools. */
function planShares(inventory: HostInventory, changes: Change[], weighsDomain0: boolean): Share[] {
  const rows = inventory.domains
    .filter((domain) => domain.weight !== null)
    .map(({ id, uuid, name, cpupool, weight, vCpus }) => {
      const own = changes.filter((change) => change.uuid === uuid)
      const move = own.find((change) => change.lever === 'membership')
      const set = own.find((change) => change.lever === 'weight')
      return {
        id,
        vCpus,
        row: { uuid, name, cpupool, weightBefore: weight! },
        poolAfter: move ? move.after.cpupool : cpupool,
        weightAfter: move ? weightIn(changes) : (set?.after.weight ?? weight!),
      }
    })
  if (weighsDomain0) weighDomain0(rows)
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

/**
 * The hypervisor keeps Domain-0's weight in proportion to those of all other active vCPUs. Nobody knows
 * which ones are active, so the weight that was read is scaled as if all guests' vCPUs were, before and
 * after.
 */
function weighDomain0(
  rows: {
    id: number
    vCpus: number
    row: Pick<Share, 'cpupool' | 'weightBefore'>
    poolAfter: string
    weightAfter: number | null
  }[],
): void {
  const domain0 = rows.find(({ id }) => id === 0)
  if (!domain0) return
  const guests = rows.filter(({ id }) => id !== 0)
  const own = domain0.row.cpupool
  const sumOf = (weights: number[]) => weights.reduce((sum, weight) => sum + weight, 0)
  const before = sumOf(
    guests.map(({ row, vCpus }) => (row.cpupool === own ? row.weightBefore * vCpus : 0)),
  )
  const after = sumOf(
    guests.map(({ poolAfter, weightAfter, vCpus }) =>
      poolAfter === own ? (weightAfter ?? 0) * vCpus : 0,
    ),
  )
  if (before === 0 || after === 0) return
  const weight = Math.round((domain0.row.weightBefore * after) / before)
  domain0.weightAfter = Math.min(MAX_WEIGHT, Math.max(1, weight))
}

/** The weight of a domain that enters the new cpupool. */
function weightIn(changes: Change[]): number | null {
  const made = changes.find((change) => change.lever === 'cpupool')
  return made?.after.pool?.scheduler === 'rtds' ? null : FRESH.weight
}
