import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { lockHostRow } from '../hosts/host-row.ts'
import { confirmPerson } from '../second-factors/confirm-person.ts'
import type { Proof } from '../second-factors/proof.ts'
import { type ApplicationRow, loadApplication } from './application-row.ts'
import { refuseBusyHost } from './start-application.ts'
import { startRollBack } from './start-roll-back.ts'

/**
 * Restores the values from before an application. Only the newest one still in effect can be
 * undone. This never needs approval: it restores known values, and a fault must not have to wait for
 * a second person.
 * @throws AppError `application-not-found`, as `confirmPerson` does, `not-undoable`, `host-busy`
 */
export async function rollBackApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  proof: Proof,
): Promise<{ application: ApplicationRow; job: JobModel }> {
  const application = await loadApplication(deps.db, id)
  const { hostId, host } = application
  const target = { kind: 'application', id, name: host.name }
  await confirmPerson(deps, actor, proof, { action: 'application.roll-back', target })
  return deps.db
    .$transaction(async (tx) => {
      await lockHostRow(tx, hostId)
      const started = await startRollBack(deps, tx, application, actor.principal)
      const detail = { rollbackId: started.application.id }
      await audit(tx, actor, { action: 'application.roll-back', target, detail })
      return started
    })
    .catch(refuseBusyHost)
}
