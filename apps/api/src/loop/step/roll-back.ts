import { systemActor } from '../../access/actor.ts'
import { loadApplication } from '../../applications/application-row.ts'
import { startRollBack } from '../../applications/start-roll-back.ts'
import { audit } from '../../audit/audit.ts'
import { stands } from '../recommendations/turn-recommendation.ts'
import { byGrant } from './authority-of.ts'
import type { RecommendationStep } from './host-step.ts'

/** Undoes a change that made things worse, under the grant by which such changes are made. */
export async function rollBack({
  deps,
  tx,
  host,
  pending,
  grant,
}: RecommendationStep): Promise<void> {
  const { requester, spoken, detail } = byGrant(grant!)
  const undone = await loadApplication(tx, pending.applicationId!)
  const { application } = await startRollBack(deps, tx, undone, requester)
  await tx.hostRecommendation.update({
    where: { id: pending.id },
    data: {
      ...stands('rolling-back', { code: 'rolling-back-worse', authority: spoken }),
      rollbackId: application.id,
    },
  })
  await audit(tx, systemActor('worker'), {
    action: 'recommendation.roll-back',
    target: { kind: 'recommendation', id: pending.id, name: host.name },
    detail: { authority: detail, applicationId: undone.id, rollbackId: application.id },
  })
}
