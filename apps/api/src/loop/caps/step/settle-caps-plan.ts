import { isDeepStrictEqual } from 'node:util'
import type { Trouble } from '@steelyard/contract'
import { type CapChange, nextCapsStep } from '@steelyard/loop'
import { isBeingApplied } from '../../../hosts/host-row.ts'
import { planContent } from '../../../plans/plan-content.ts'
import { cannotApplyBecause } from '../../../plans/plan-reasons.ts'
import { loadPlan, type PlanRow } from '../../../plans/plan-row.ts'
import { planState } from '../../../plans/plan-state.ts'
import { applyCaps } from './apply-caps.ts'
import type { CapsHostStep } from './caps-host-step.ts'
import { failCapsChange } from './fail-caps-change.ts'
import { plannedCaps } from './planned-caps.ts'
import { settleCapsApplication } from './settle-caps-application.ts'

/** Takes the plan that is under way one step further: applied, dropped, settled, or nothing yet. */
export async function settleCapsPlan(step: CapsHostStep, planId: string): Promise<void> {
  const plan = await loadPlan(step.tx, planId)
  const application = plan.applications.find(({ kind }) => kind === 'apply')
  if (application) return settleCapsApplication(step, plan, application.id)
  switch (planState(plan)) {
    case 'planned':
      return applyOrDrop(step, plan)
    case 'failed':
      return failCapsChange(step, (plan.job?.error as Trouble | null) ?? NO_PLAN)
  }
}

const NO_PLAN: Trouble = { code: 'no-plan', message: 'The host could not be read for a plan.' }

async function applyOrDrop(step: CapsHostStep, plan: PlanRow): Promise<void> {
  const changes = plannedCaps(plan)
  // The host had these caps already, which the reading for the plan has shown.
  if (changes?.length === 0 && isOnlyUnchanged(plan)) return drop(step)
  const message = cannotApplyBecause(plan, step.now)
  if (message) return failCapsChange(step, { code: 'plan-not-applicable', message })
  const next = nextCapsStep(step.situation)
  const isStillWanted =
    next.do === 'change' && isDeepStrictEqual(byDomain(next.changes), changes && byDomain(changes))
  if (!isStillWanted) return drop(step)
  if (await isBeingApplied(step.tx, step.host.id)) return
  await applyCaps(step, plan, next.changes)
}

function isOnlyUnchanged(plan: PlanRow): boolean {
  const content = planContent.read(plan.content)
  return (
    content.kind === 'against-host' &&
    content.unknownDomains.length === 0 &&
    content.plan.reasons.every(({ code, effect }) => effect === 'warns' || code === 'no-change')
  )
}

const byDomain = (changes: readonly CapChange[]) =>
  changes.toSorted((a, b) => (a.domain < b.domain ? -1 : 1))

/** The next step makes another plan, if one is wanted. */
async function drop({ tx, host }: CapsHostStep): Promise<void> {
  await tx.capsMonitor.update({ where: { hostId: host.id }, data: { planId: null } })
}
