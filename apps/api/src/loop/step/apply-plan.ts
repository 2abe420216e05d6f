import { systemActor } from '../../access/actor.ts'
import { startApplying } from '../../applications/start-applying.ts'
import { audit } from '../../audit/audit.ts'
import { planContent } from '../../plans/plan-content.ts'
import { supersedeOthers } from '../recommendations/supersede-others.ts'
import { stands } from '../recommendations/turn-recommendation.ts'
import { authorityOf } from './authority-of.ts'
import { beyondGrant } from './beyond-grant.ts'
import type { RecommendationStep } from './host-step.ts'
import { noteWaiting } from './note-waiting.ts'

/**
 * Starts applying, in the name of whoever approved it or gave the grant. The situation had it that
 * this may be done; the engine checks plan and host again as for any person.
 */
export async function applyPlan(step: RecommendationStep, by: 'approval' | 'grant'): Promise<void> {
  const { deps, tx, host, pending, grant, now } = step
  const plan = pending.plan!
  // What the plan sets on the host, and not only what the analysis advised, is bound by the grant.
  const beyond = by === 'grant' ? beyondGrant(planContent.read(plan.content), grant!) : []
  if (beyond.length > 0) return noteWaiting(step, { code: 'beyond-grant', domains: beyond })
  await supersedeOthers(tx, pending, now)
  const { requester, accountableId, spoken, detail } = authorityOf(step, by)
  const hash = plan.hash!
  const { application, commands } = await startApplying(deps, tx, plan, {
    hash,
    requester,
    accountableId,
  })
  await tx.hostRecommendation.update({
    where: { id: pending.id },
    data: {
      ...stands('applying', { code: 'applying', authority: spoken }),
      applicationId: application.id,
      closedAt: null,
    },
  })
  await audit(tx, systemActor('worker'), {
    action: 'recommendation.apply',
    target: { kind: 'recommendation', id: pending.id, name: host.name },
    detail: { authority: detail, applicationId: application.id, hash, commands },
  })
}
