import type { Reason } from '@steelyard/contract'
import { words } from '@steelyard/words'
import type { PlanReason } from '@steelyard/xen'
import { approvalByMaker, approvalOf, letMakerIn } from './approval-of.ts'
import { commandsByHand } from './commands-by-hand.ts'
import { type PlanContent, type PlanWish, planContent } from './plan-content.ts'
import type { PlanRow } from './plan-row.ts'
import { planState } from './plan-state.ts'
import { wishOf } from './stored-wish.ts'

/** Explains why a plan can or cannot be applied right now, by what the host showed and its age. */
export function planReasons(row: PlanRow, now: Date): Reason[] {
  const content = planContent.readIfAny(row.content)
  const wish = wishOf(row)
  if (!content) return []
  return [
    ...(content.kind === 'by-hand' ? byHandReasons(content, wish) : hostReasons(content, row)),
    ...wish.notes.map((text): Reason => ({ code: 'not-proven', text, severity: 'warning' })),
    ...approvalReasons(row),
    ...ageReasons(row, now),
  ]
}

/** The only place that decides whether a plan may be applied. */
export function canApplyNow(row: PlanRow, now: Date): boolean {
  const isAgreed = (approvalOf(row)?.state ?? 'approved') === 'approved'
  return isAgreed && canApplyOnceAgreed(row, now)
}

/** As `canApplyNow`, whether or not a second person has approved it yet. */
function canApplyOnceAgreed(row: PlanRow, now: Date): boolean {
  const inTime = row.expiresAt !== null && now < row.expiresAt
  return row.canApply && planState(row) === 'planned' && inTime && isConnected(row)
}

/** Critical reasons that need not keep a plan from being applied once it is agreed on. */
const PASSABLE = ['approval-needed', 'approver-not-independent', 'domain-0-starved']

/** Why a plan may not be applied even once a second person agrees. Null: it may. */
export function cannotApplyBecause(row: PlanRow, now: Date): string | null {
  if (canApplyOnceAgreed(row, now)) return null
  const blocking = planReasons(row, now).filter(
    ({ severity, code }) => severity === 'critical' && !PASSABLE.includes(code),
  )
  return blocking.map(({ text }) => text).join(' ') || words.plans.hostNotConnected
}

function approvalReasons(row: PlanRow): Reason[] {
  const approval = approvalOf(row)
  if (planState(row) !== 'planned' || approval === null) return []
  if (approval.decision === null) return [...reasonsAgainstApproval(row), APPROVAL_NEEDED]
  const { byId } = approval.decision
  const said = { ...approval.decision, state: approval.state }
  if (approval.state === 'rejected')
    return [{ code: 'plan-rejected', text: words.plans.rejected(said), severity: 'critical' }]
  // Most makers were let in by some administrator, so this is shown and not refused.
  const isNear = letMakerIn(row, byId)
  const text = words.plans.approved(said, isNear)
  return [{ code: 'plan-approved', text, severity: isNear ? 'warning' : 'info' }]
}

/** Once it was given, its giver can turn out to have been let in by whoever owns the plan since. */
function reasonsAgainstApproval(row: PlanRow): Reason[] {
  const approval = approvalByMaker(row)
  if (!approval) return []
  const text = words.plans.approverNotIndependent(approval.byName)
  return [{ code: 'approver-not-independent', text, severity: 'critical' }]
}

const APPROVAL_NEEDED: Reason = {
  code: 'approval-needed',
  text: words.plans.approvalNeeded,
  severity: 'critical',
}

function isConnected({ host }: PlanRow): boolean {
  return Boolean(host.access?.pinnedFingerprint)
}

function hostReasons(
  content: Extract<PlanContent, { kind: 'against-host' }>,
  row: PlanRow,
): Reason[] {
  return [
    ...(planState(row) === 'planned' && !isConnected(row) ? [NOT_CONNECTED] : []),
    ...content.unknownDomains.map(
      (domain): Reason => ({
        code: 'domain-missing',
        text: words.plans.domainMissing(domain),
        severity: 'critical',
      }),
    ),
    ...content.plan.reasons.map(shown),
  ]
}

const shown = (reason: PlanReason): Reason => ({
  code: reason.code,
  text: words.plans.reason(reason),
  severity: SEVERITIES[reason.effect],
})

const SEVERITIES = {
  blocks: 'critical',
  endangers: 'critical',
  warns: 'warning',
  tells: 'info',
} as const

const NOT_CONNECTED: Reason = {
  code: 'not-connected',
  text: words.plans.notConnected,
  severity: 'info',
}

function byHandReasons(
  { scheduler, reasons = [] }: Extract<PlanContent, { kind: 'by-hand' }>,
  wish: PlanWish,
): Reason[] {
  const { withheld } = commandsByHand(scheduler, wish)
  return [
    NOT_CONNECTED,
    ...reasons.map(shown),
    ...withheld.map(
      ({ domain, why }): Reason => ({
        code: 'no-command',
        text: words.plans.noCommand(domain, why),
        severity: 'warning',
      }),
    ),
    ...(wish.weights.length === 0 || scheduler === 'credit' || scheduler === 'credit2'
      ? []
      : [SCHEDULER_UNKNOWN]),
  ]
}

const SCHEDULER_UNKNOWN: Reason = {
  code: 'scheduler-unknown',
  text: words.plans.schedulerUnknown,
  severity: 'warning',
}

function ageReasons(row: PlanRow, now: Date): Reason[] {
  if (planState(row) !== 'planned' || !row.expiresAt || now < row.expiresAt) return []
  return [
    {
      code: 'plan-expired',
      text: words.plans.expired,
      severity: 'critical',
    },
  ]
}
