import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockHostRow } from '../hosts/host-row.ts'
import { loadPlan } from '../plans/plan-row.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import type { ApplicationRow } from './application-row.ts'
import { refuseBusyHost } from './start-application.ts'
import { startApplying } from './start-applying.ts'

/**
 * Records that the operator confirmed exactly this plan, now. The agent carries it out.
 * @throws AppError `plan-not-found`, as `confirmPerson` does, `plan-changed`, `plan-expired`,
 *   `plan-rejected`, `approval-needed`, `plan-not-applicable`, `plan-used`, `host-busy`
 */
export async function applyPlan(
  deps: Deps,
  actor: Actor,
  planId: string,
  { hash, proof }: { hash: string; proof: Proof },
): Promise<{ application: ApplicationRow; job: JobModel }> {
  const { hostId, host } = await loadPlan(deps.db, planId)
  const target = { kind: 'plan', id: planId, name: host.name }
  await confirmPerson(deps, actor, proof, { action: 'plan.apply', target })
  return deps.db
    .$transaction(async (tx) => {
      await lockHostRow(tx, hostId)
      const plan = await loadPlan(tx, planId)
      const { principal: requester } = actor
      const accountableId = requester.userId
      const started = await startApplying(deps, tx, plan, { hash, requester, accountableId })
      const { application, commands } = started
      const detail = { applicationId: application.id, hash, commands }
      await audit(tx, actor, { action: 'plan.apply', target, detail })
      return started
    })
    .catch(refuseBusyHost)
}
