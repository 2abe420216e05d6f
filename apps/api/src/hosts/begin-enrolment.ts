import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import { Prisma } from '../db.ts'
import type { Deps } from '../deps.ts'
import type { JobModel } from '../generated/prisma/models.ts'
import { refuseWhileRecording } from '../recordings/running-recording.ts'
import { probeHostKind } from './host-jobs.kind.ts'
import { type HostRow, lockHost, refuseWhileApplying } from './host-row.ts'
import { startHostJob } from './start-host-job.ts'

/** A host without any connection; its key pair and pin are gone for good. */
export const NO_CONNECTION = {
  connectionState: 'none',
  address: null,
  port: null,
  username: null,
  publicKey: null,
  privateKeySealed: null,
  offeredFingerprint: null,
  pinnedFingerprint: null,
  connectionError: Prisma.DbNull,
} as const

/**
 * First step of an enrolment: from here the agent makes a key pair for this host and fetches the key
 * that the host shows. Starting over forgets an earlier pin.
 * @throws AppError `host-not-found`, `host-busy`, `host-recording`
 */
export async function beginEnrolment(
  deps: Deps,
  actor: Actor,
  id: string,
  way: { address: string; port: number; username: string },
): Promise<{ host: HostRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const { name } = await lockHost(tx, id)
    await refuseWhileApplying(tx, id)
    await refuseWhileRecording(tx, id)
    await tx.host.update({
      where: { id },
      data: { ...NO_CONNECTION, ...way, connectionState: 'probing' },
    })
    const started = await startHostJob(deps, tx, actor, probeHostKind, id)
    const target = { kind: 'host', id, name }
    await audit(tx, actor, { action: 'host.connect', target, detail: way })
    return started
  })
}
