import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { refuseWhileApplying } from '../hosts/host-row.ts'
import { type ApplicationRow, rollbackCandidates, standingChanges } from './application-row.ts'
import { type Requester, startApplication } from './start-application.ts'

/**
 * Starts to undo an application, in the caller's transaction, which holds the host.
 * @throws AppError `not-undoable`, `host-busy`
 */
export async function startRollBack(
  deps: Deps,
  tx: Tx,
  application: ApplicationRow,
  requester: Requester,
): Promise<{ application: ApplicationRow; job: JobModel }> {
  const { id, hostId, planId } = application
  await refuseWhileApplying(tx, hostId)
  if (!(await rollbackCandidates(tx, [hostId])).has(id)) {
    throw conflict(
      'not-undoable',
      'Only the latest application that is still in effect on a host can be rolled back.',
    )
  }
  return startApplication(deps, tx, requester, {
    kind: 'roll-back',
    planId,
    hostId,
    rollbackOfId: id,
    recorded: standingChanges(application),
  })
}
