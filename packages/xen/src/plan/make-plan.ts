import { renderCommandLine, type WeightScheduler } from '../host-command.ts'
import type { DomainState, HostInventory } from '../host-inventory.ts'
import { checkWanted, schedulerOf, type WantedWeight } from './check-wanted.ts'
import { driftOf, plannedDomains } from './find-drift.ts'
import { planHash } from './plan-hash.ts'
import { lowerFirst, sameValues, setCommand } from './set-command.ts'
import type {
  Drift,
  PlannedChange,
  PlannedShare,
  PlanReason,
  WeightAndCap,
  WeightPlan,
} from './weight-plan.ts'

export interface PlanInput {
  inventory: HostInventory
  wanted: WantedWeight[]
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
  const { inventory, wanted } = input
  const now = input.now ?? new Date()
  const refusals = wanted.flatMap((item) => checkWanted(item, inventory))
  const changes = refusals.length === 0 ? plannedChanges(input) : []
  const shares = plannedShares(inventory, changes)
  const drift = driftSinceAnalysis(input)
  const reasons: PlanReason[] = [
    ...refusals,
    ...listedTwice(wanted),
    ...(refusals.length === 0 && changes.length === 0 ? [NO_CHANGE] : []),
    ...drift.map(
      ({ uuid, message }): PlanReason => ({
        code: 'drift-since-analysis',
        effect: 'warns',
        uuid,
        message,
      }),
    ),
    ...warnings(inventory, changes, shares),
  ]
  const plan: Omit<WeightPlan, 'hash'> = {
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + (input.lifetimeSeconds ?? 900) * 1000).toISOString(),
    username: input.username,
    domains: plannedDomains(inventory),
    changes,
    shares,
    drift,
    reasons,
    canApply: !reasons.some((reason) => reason.effect === 'blocks'),
  }
  return { ...plan, hash: planHash(plan) }
}

const NO_CHANGE: PlanReason = {
  code: 'no-change',
  effect: 'blocks',
  uuid: null,
  message: 'The host already has these weights; there is nothing to apply.',
}

function plannedChanges({ inventory, wanted, username }: PlanInput): PlannedChange[] {
  const changes = wanted.flatMap(({ uuid, weight, cap }): PlannedChange[] => {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)!
    const before = valuesOf(domain)
    const after = { weight, cap: cap ?? before.cap }
    if (sameValues(before, after)) return []
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
      const change = changes.find((candidate) => candidate.uuid === uuid)
      const weightBefore = weight!
      return {
        uuid,
        name,
        cpupool,
        weightBefore,
        weightAfter: change?.after.weight ?? weightBefore,
      }
    })
  const total = (cpupool: string, key: 'weightBefore' | 'weightAfter') =>
    rows.filter((row) => row.cpupool === cpupool).reduce((sum, row) => sum + row[key], 0)
  return rows.map((row) => ({
    ...row,
    shareBefore: row.weightBefore / total(row.cpupool, 'weightBefore'),
    shareAfter: row.weightAfter / total(row.cpupool, 'weightAfter'),
  }))
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

function listedTwice(wanted: WantedWeight[]): PlanReason[] {
  const uuids = wanted.map((item) => item.uuid)
  return [...new Set(uuids.filter((uuid, index) => uuids.indexOf(uuid) !== index))].map((uuid) => ({
    code: 'domain-listed-twice',
    effect: 'blocks',
    uuid,
    message: `The domain with UUID ${uuid} is listed twice.`,
  }))
}

function warnings(
  inventory: HostInventory,
  changes: PlannedChange[],
  shares: PlannedShare[],
): PlanReason[] {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const dom0 = inventory.domains.find((domain) => domain.id === 0)
  const falling = shares.filter(
    (share) => share.uuid === dom0?.uuid && share.shareAfter < share.shareBefore,
  )
  const pinned = changes.filter((change) =>
    inventory.domains
      .find((domain) => domain.uuid === change.uuid)!
      .vcpuPlacement.some((vcpu) => vcpu.hardAffinity !== 'all'),
  )
  return [
    ...falling.map(
      ({ uuid, shareBefore, shareAfter }): PlanReason => ({
        code: 'domain-0-share-falls',
        effect: 'warns',
        uuid,
        message: `Domain-0's share falls from ${percent(shareBefore)} to ${percent(shareAfter)}.`,
      }),
    ),
    ...pinned.map(
      ({ uuid, name }): PlanReason => ({
        code: 'vcpus-pinned',
        effect: 'warns',
        uuid,
        message: `${name} is pinned to pCPUs, so its weight counts only against domains there.`,
      }),
    ),
  ]
}
