import type { Drift, Plan, PlanChange, PlanState, Trouble } from '@steelyard/contract'
import type { WeightPlan } from '@steelyard/xen'
import { commandsByHand } from './commands-by-hand.ts'
import type { PlanContent, PlanWish } from './plan-content.ts'
import { canApplyNow, planReasons } from './plan-reasons.ts'
import type { PlanRow } from './plan-row.ts'

const PERSISTENCE =
  'xl sets weights and caps until a guest restarts. To keep them, write cpu_weight= and cap= into the guest’s configuration file as well.'

export function serialisePlan(row: PlanRow, now = new Date()): Plan {
  const content = row.content as PlanContent | null
  const wish = row.wanted as unknown as PlanWish
  return {
    id: row.id,
    hostId: row.hostId,
    hostName: row.host.name,
    analysisId: row.analysisId,
    state: planState(row),
    createdAt: row.createdAt.toISOString(),
    plannedAt: row.plannedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    scheduler: schedulerOf(content) ?? row.host.scheduler,
    changes: changesOf(row, content, wish),
    commands: commandsOf(content, wish),
    drift: content?.kind === 'against-host' ? driftOf(content.plan) : [],
    canApply: canApplyNow(row, now),
    reasons: planReasons(row, now),
    hash: row.hash,
    persistence: content ? PERSISTENCE : null,
    trouble: (row.problem ?? row.job?.error ?? null) as Trouble | null,
    jobId: row.jobId,
    applicationIds: row.applications.map(({ id }) => id),
  }
}

/** A draft whose job ended without a plan has failed, whatever ended it. */
function planState({ state, job }: PlanRow): PlanState {
  const ended = job?.state === 'failed' || job?.state === 'cancelled'
  return state === 'draft' && ended ? 'failed' : (state as PlanState)
}

function schedulerOf(content: PlanContent | null): string | null {
  if (content?.kind !== 'against-host') return null
  const used = new Set(content.plan.changes.map((change) => change.scheduler))
  return [...used].join(', ') || null
}

function changesOf(row: PlanRow, content: PlanContent | null, wish: PlanWish): PlanChange[] {
  if (!content) return []
  const changes = content.kind === 'by-hand' ? byHand(row, wish) : againstHost(content.plan)
  return changes.map((change) => {
    const predicted = wish.predicted.find(({ domain }) => domain === change.domain)
    return {
      ...change,
      responseTimeBeforeMs: predicted?.beforeMs ?? null,
      responseTimeAfterMs: predicted?.afterMs ?? null,
    }
  })
}

type BareChange = Omit<PlanChange, 'responseTimeBeforeMs' | 'responseTimeAfterMs'>

function againstHost(plan: WeightPlan): BareChange[] {
  return plan.shares.map((share) => {
    const domain = plan.domains.find(({ uuid }) => uuid === share.uuid)!
    const change = plan.changes.find(({ uuid }) => uuid === share.uuid)
    return {
      domain: share.name,
      xenUuid: share.uuid,
      xenId: domain.id,
      weightBefore: share.weightBefore,
      weightAfter: share.weightAfter,
      capBefore: domain.before.cap,
      capAfter: change?.after.cap ?? domain.before.cap,
      shareBefore: share.shareBefore,
      shareAfter: share.shareAfter,
      changed: change !== undefined,
    }
  })
}

/** From what is known without the host: the analysis, an earlier reading, else Xen's default 256. */
function byHand(row: PlanRow, { weights, analysed }: PlanWish): BareChange[] {
  const before = (name: string) =>
    analysed.find(({ domain }) => domain === name)?.weight ??
    row.host.domains.find((domain) => domain.name === name)?.weight ??
    256
  const sumBefore = weights.reduce((sum, { domain }) => sum + before(domain), 0)
  const sumAfter = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ domain, weight, cap }) => ({
    domain,
    xenUuid: null,
    xenId: null,
    weightBefore: before(domain),
    weightAfter: weight,
    capBefore: null,
    capAfter: cap ?? null,
    shareBefore: before(domain) / sumBefore,
    shareAfter: weight / sumAfter,
    changed: before(domain) !== weight || cap !== undefined,
  }))
}

function commandsOf(content: PlanContent | null, wish: PlanWish): string[] {
  if (!content) return []
  if (content.kind === 'against-host') return content.plan.changes.map(({ command }) => command)
  return commandsByHand(content.scheduler, wish.weights).commands
}

function driftOf(plan: WeightPlan): Drift[] {
  return plan.drift.map(({ kind, name, message }) => ({
    kind,
    domain: name,
    text: message,
    blocking: false,
  }))
}
