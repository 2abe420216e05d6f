'use client'

import type { Plan } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import { CircleCheck, Hourglass, OctagonX } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSession } from '../../lib/use-session.ts'
import { ReasonList } from '../analysis/verdict/reason-list.tsx'
import { Alert } from '../ui/alert.tsx'
import { CardBody } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { ApplyPlan } from './application/apply-plan.tsx'
import { DecidePlan, RejectApproved } from './approval/decide-plan.tsx'
import { DriftList } from './drift-list.tsx'
import { PlanAgain } from './plan-again.tsx'

/** Whether the plan can be applied, with the button that applies it, and for how long. */
export function PlanActions({ plan }: { plan: Plan }) {
  const now = useNow(1_000)
  const { id } = useSession()
  const secondsLeft = plan.expiresAt ? (Date.parse(plan.expiresAt) - now) / 1000 : null
  const expired = secondsLeft !== null && secondsLeft <= 0
  const possible = plan.canApply && !expired
  const waits = !expired && plan.approval?.state === 'waiting'
  const Icon = waits ? Hourglass : possible ? CircleCheck : OctagonX
  return (
    <div className="max-w-sm space-y-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon
          className={cx(
            'size-5 shrink-0',
            waits ? 'text-warn' : possible ? 'text-ok' : 'text-danger',
          )}
          aria-hidden
        />
        {headlineOf(plan, expired)}
      </h3>
      {possible && plan.hash ? (
        <>
          {plan.approval?.decision?.byId === id ? (
            <p className="text-sm text-ink-soft">
              You approved this plan, so someone else must apply it.
            </p>
          ) : (
            <ApplyPlan plan={plan} hash={plan.hash} />
          )}
          {plan.approval ? <RejectApproved plan={plan} hash={plan.hash} /> : null}
          <p className="text-sm text-ink-faint tabular">
            Valid for another {formatDuration(Math.max(0, Math.floor(secondsLeft ?? 0)))}, then the
            host has to be read again.
          </p>
        </>
      ) : waits && plan.hash ? (
        <DecidePlan plan={plan} hash={plan.hash} />
      ) : (
        <PlanAgain plan={plan} />
      )}
    </div>
  )
}

function headlineOf(plan: Plan, expired: boolean): string {
  if (expired) return 'This plan has expired; the host may have changed'
  if (plan.approval?.state === 'waiting') return 'This plan waits for a second person'
  return plan.canApply ? 'Ready to be applied' : 'This plan cannot be applied'
}

/** What speaks for and against the plan, how the host drifted, and what a restart would do. */
export function PlanSafety({ plan }: { plan: Plan }) {
  const { reasons, drift, persistence, state, applicationIds } = plan
  // Once the plan is applied, the application says this itself.
  const lasts = state === 'verified' ? null : persistence
  if (reasons.length + drift.length === 0 && !lasts) return null
  return (
    <FoldingCard
      id="safety"
      title="Safety"
      description="What speaks for and against the plan."
      folded={applicationIds.length > 0}
    >
      <CardBody className="space-y-6 pt-0 sm:pt-0">
        {reasons.length > 0 ? <ReasonList reasons={reasons} /> : null}
        {drift.length > 0 ? (
          <div>
            <h3 className="mb-2 text-sm font-semibold">Changed on the host since the analysis</h3>
            <DriftList drift={drift} />
          </div>
        ) : null}
        {lasts ? <Alert title="What a restart would do">{lasts}</Alert> : null}
      </CardBody>
    </FoldingCard>
  )
}
