import {
  DEFAULT_WEIGHT,
  DOMAIN_0,
  type Drift,
  type Plan,
  type PlanChange,
  type PoolChange,
  sharesOf,
  type Trouble,
  type WantedValues,
} from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { words } from '@steelyard/words'
import {
  affinityWords,
  formatPCpuList,
  type LeverValues,
  POOL_0,
  REAL_TIME_POOL,
  type Reservation,
  type Plan as XenPlan,
} from '@steelyard/xen'
import { msOfUs } from '../milliseconds.ts'
import { approvalOf } from './approval-of.ts'
import { commandsByHand } from './commands-by-hand.ts'
import { type PlanContent, type PlanWish, planContent } from './plan-content.ts'
import { canApplyNow, planReasons } from './plan-reasons.ts'
import type { PlanRow } from './plan-row.ts'
import { planState } from './plan-state.ts'
import { wishOf } from './stored-wish.ts'

export function serialisePlan(row: PlanRow, now = new Date()): Plan {
  const content = planContent.readIfAny(row.content)
  const wish = wishOf(row)
  return {
    id: row.id,
    hostId: row.hostId,
    hostName: row.host.name,
    hostTags: row.host.tags,
    analysisId: row.analysisId,
    wanted: row.analysisId === null ? wantedOf(row.hostId, wish) : null,
    option: wish.option ?? null,
    ownWeights: row.analysisId !== null && wish.isOwn ? wish.weights : null,
    domain0WeightAssumed: content?.kind === 'by-hand' && domain0WeightOf(row, wish) === null,
    origin: wish.origin ?? null,
    state: planState(row),
    createdAt: row.createdAt.toISOString(),
    madeBy: row.job?.createdBy?.name ?? null,
    plannedAt: row.plannedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    scheduler: schedulerOf(content) ?? row.host.scheduler,
    predictor: wish.predictor ?? null,
    statistic: wish.statistic ?? null,
    targetWindowSeconds: wish.targetWindowSeconds ?? null,
    grade: wish.grade ?? null,
    statement: wish.statement ?? null,
    changes: changesOf(row, content, wish),
    cpupools: poolsOf(content),
    commands: commandsOf(content, wish),
    drift: content?.kind === 'against-host' ? driftOf(content.plan) : [],
    canApply: canApplyNow(row, now),
    reasons: planReasons(row, now),
    hash: row.hash,
    persistence: content && persistenceOf(wish, content),
    trouble: (row.job?.error ?? null) as Trouble | null,
    jobId: row.jobId,
    applicationIds: row.applications.map(({ id }) => id),
    approval: approvalOf(row),
  }
}

/** The wish as it was sent. Null if it came from an analysis that is now deleted. */
function wantedOf(hostId: string, wish: PlanWish): WantedValues | null {
  const { weights, pins, realTimePool, origin, analysed } = wish
  // What the loop works out for itself starts from weights, too, and names its origin.
  if (analysed.length > 0 && !origin) return null
  return {
    hostId,
    ...(weights.length > 0 ? { weights } : {}),
    ...(pins.length > 0 ? { pins } : {}),
    ...(realTimePool ? { realTimePool } : {}),
    ...(origin ? { origin } : {}),
  }
}

function schedulerOf(content: PlanContent | null): string | null {
  if (content?.kind !== 'against-host') return content?.scheduler ?? null
  const used = new Set(
    content.plan.changes.flatMap(({ lever, target }) =>
      lever === 'weight' ? target.scheduler : [],
    ),
  )
  return [...used].join(', ') || null
}

function persistenceOf(wish: PlanWish, content: PlanContent): string {
  const keeping = content.kind === 'against-host' ? content.keeping : undefined
  if (!keeping) return lostOnRestart(wish)
  const isKept = keeping.code === 'kept'
  const others = isKept ? { ...wish, weights: [] } : wish
  const isAnythingLost = others.weights.length + others.pins.length > 0
  const lost = isAnythingLost ? [lostOnRestart(others)] : []
  return [...lost, words.plans.keeping(keeping)].join(' ')
}

function lostOnRestart({ weights, pins, realTimePool }: PlanWish): string {
  if (realTimePool) {
    return `A cpupool lasts until the host reboots. A restarted guest begins in ${POOL_0}, unless its configuration file has pool="${REAL_TIME_POOL}".`
  }
  const what = [
    ...(weights.length > 0 ? [['weights', 'cpu_weight='] as const, ['caps', 'cap='] as const] : []),
    ...(pins.length > 0 ? [['affinities', 'cpus='] as const] : []),
  ]
  const values = formatList(what.map(([words]) => words))
  const lines = formatList(what.map(([, line]) => line))
  return `xl sets ${values} until a guest restarts. To keep them, write ${lines} into the guest’s configuration file as well.`
}

function changesOf(row: PlanRow, content: PlanContent | null, wish: PlanWish): PlanChange[] {
  if (!content) return []
  const changes = content.kind === 'by-hand' ? byHand(row, wish) : againstHost(content.plan)
  return changes.map((change) => {
    const predicted = wish.predicted.find(({ domain }) => domain === change.domain)
    return {
      ...change,
      predictedBefore: predicted?.before ?? null,
      predictedAfter: predicted?.after ?? null,
      targetMs: predicted?.targetMs ?? null,
      meetsTarget: predicted?.meetsTarget ?? null,
    }
  })
}

type BareChange = Omit<
  PlanChange,
  'predictedBefore' | 'predictedAfter' | 'targetMs' | 'meetsTarget'
>

function againstHost(plan: XenPlan): BareChange[] {
  return plan.domains.map((domain) => {
    const share = plan.shares.find(({ uuid }) => uuid === domain.uuid)
    const after = valuesAfter(plan, domain.uuid)
    const affinityBefore = domain.affinity.length > 0 ? affinityWords(domain.affinity) : null
    // Under RTDS a domain has neither weight nor cap, and in any other cpupool its affinity is
    // reset.
    const moves = after.membership !== undefined
    const weightAfter = share?.weightAfter ?? (moves ? null : domain.before.weight)
    const capAfter = moves ? (weightAfter === null ? null : 0) : domain.before.cap
    const affinity = after.affinity?.affinity ?? (moves ? ['all'] : undefined)
    return {
      domain: domain.name,
      xenUuid: domain.uuid,
      xenId: domain.id,
      weightBefore: domain.before.weight,
      weightAfter: after.weight?.weight ?? weightAfter,
      capBefore: domain.before.cap,
      capAfter: after.weight?.cap ?? capAfter,
      shareBefore: share?.shareBefore ?? null,
      shareAfter: share?.shareAfter ?? null,
      affinityBefore,
      affinityAfter: affinity ? affinityWords(affinity) : affinityBefore,
      cpupoolBefore: domain.cpupool,
      cpupoolAfter: after.membership?.cpupool ?? domain.cpupool,
      reservationAfter: reservationOf(after.reservation?.reservation),
      changed: Object.keys(after).length > 0,
    }
  })
}

/** The planned values of one domain, by lever. */
function valuesAfter({ changes }: XenPlan, uuid: string): Partial<LeverValues> {
  const own = changes.filter((change) => change.uuid === uuid)
  return Object.fromEntries(own.map(({ lever, after }) => [lever, after]))
}

function reservationOf(reservation: Reservation | null | undefined) {
  if (!reservation) return null
  const { periodUs, budgetUs, extraTime } = reservation
  return { periodMs: msOfUs(periodUs), budgetMs: msOfUs(budgetUs), extraTime }
}

/** The cpupools that change, before and after. */
function poolsOf(content: PlanContent | null): PoolChange[] {
  if (content?.kind !== 'against-host') return []
  const { changes, cpupools } = content.plan
  return changes.flatMap((change): PoolChange[] => {
    if (change.lever === 'pool-pcpus') {
      const scheduler = cpupools.find(({ name }) => name === change.name)?.scheduler ?? ''
      const pCpus = { pCpusBefore: change.before.pCpus, pCpusAfter: change.after.pCpus }
      return [{ cpupool: change.name, scheduler, ...pCpus }]
    }
    if (change.lever !== 'cpupool') return []
    const { scheduler = '', pCpus = null } = change.after.pool ?? {}
    return [{ cpupool: change.name, scheduler, pCpusBefore: null, pCpusAfter: pCpus }]
  })
}

/** What is known of Domain-0's weight: by the recording, or by a reading of the host. */
function domain0WeightOf(row: PlanRow, wish: PlanWish): number | null {
  const read = row.host.domains.find(({ name, goneAt }) => name === DOMAIN_0 && goneAt === null)
  return wish.domain0Weight ?? read?.weight ?? null
}

/**
 * All domains of the host, with the values that are known of it without a connection: from the
 * analysis, a reading, or Xen's default.
 */
function byHand(row: PlanRow, wish: PlanWish): BareChange[] {
  const { weights, pins, realTimePool, analysed } = wish
  const known = row.host.domains.filter(({ goneAt }) => goneAt === null)
  const before = (name: string) =>
    name === DOMAIN_0
      ? (domain0WeightOf(row, wish) ?? DEFAULT_WEIGHT)
      : (analysed.find(({ domain }) => domain === name)?.weight ??
        known.find((domain) => domain.name === name)?.weight ??
        DEFAULT_WEIGHT)
  const members = realTimePool?.domains ?? []
  const wished = [...analysed, ...weights, ...pins, ...members].map(({ domain }) => domain)
  const names = [...new Set([DOMAIN_0, ...known.map(({ name }) => name), ...wished])]
  const rows = names.map((domain) => {
    const wanted = weights.find((each) => each.domain === domain)
    const pin = pins.find((each) => each.domain === domain)
    const member = members.find((each) => each.domain === domain)
    const cpupool = known.find(({ name }) => name === domain)?.cpupool ?? POOL_0
    return { domain, wanted, pin, member, cpupool, weight: wanted?.weight ?? before(domain) }
  })
  const sharesBefore = sharesOf(
    rows.map(({ domain, cpupool }) => ({ domain, cpupool, weight: before(domain) })),
  )
  const isWeighed = ({ member }: (typeof rows)[number]) => member?.periodMs === undefined
  const sharesAfter = sharesOf(
    rows.filter(isWeighed).map(({ domain, cpupool, member, weight }) => ({
      domain,
      cpupool: member ? REAL_TIME_POOL : cpupool,
      weight,
    })),
  )
  return rows.map(({ domain, wanted, pin, member, weight }) => ({
    domain,
    xenUuid: null,
    xenId: null,
    weightBefore: before(domain),
    weightAfter: weight,
    capBefore: null,
    capAfter: wanted?.cap ?? null,
    shareBefore: sharesBefore.get(domain)!,
    shareAfter: sharesAfter.get(domain) ?? null,
    affinityBefore: null,
    affinityAfter: pin ? listOf(pin.pCpus) : null,
    cpupoolBefore: null,
    cpupoolAfter: member ? REAL_TIME_POOL : null,
    reservationAfter:
      member?.periodMs === undefined || member.budgetMs === undefined
        ? null
        : { periodMs: member.periodMs, budgetMs: member.budgetMs, extraTime: member.extraTime },
    changed:
      before(domain) !== weight || wanted?.cap !== undefined || Boolean(pin) || Boolean(member),
  }))
}

const listOf = (pCpus: number[] | 'all') => (pCpus === 'all' ? pCpus : formatPCpuList(pCpus))

function commandsOf(content: PlanContent | null, wish: PlanWish): string[] {
  if (!content) return []
  if (content.kind === 'against-host')
    return content.plan.changes.flatMap(({ commands }) => commands)
  return commandsByHand(content.scheduler, wish).commands
}

function driftOf(plan: XenPlan): Drift[] {
  return plan.drift.map((drift) => ({
    kind: drift.kind,
    domain: drift.name,
    text: words.plans.drift(drift),
    blocking: false,
  }))
}
