import type { Prisma } from '../db.ts'
import type { SshAccessModel } from '../generated/prisma/models.ts'
import { isUnfinished } from '../queue/job-row.ts'

/** What every process but the agent reads of an access: all but its key. */
export const shownAccess = {
  omit: { privateKeySealed: true },
  include: { job: { select: { state: true } } },
} satisfies Prisma.SshAccessDefaultArgs

/** An access with everything needed to connect: the machine's pinned key and our private key. */
export type ConfirmedAccess = SshAccessModel & {
  pinnedFingerprint: string
  privateKeySealed: Uint8Array
}

/** Whether an operator has confirmed the key that the machine showed. */
export function isConfirmed(access: SshAccessModel | null): access is ConfirmedAccess {
  return access !== null && access.pinnedFingerprint !== null && access.privateKeySealed !== null
}

/** Whether the job that was setting up an access has ended without finishing. */
export function isStalled({
  state,
  job,
}: Pick<SshAccessModel, 'state'> & { job: { state: string } | null }): boolean {
  return (state === 'probing' || state === 'connecting') && !isUnfinished(job)
}

/**
 * The owner that a key is encrypted for. The key can be decrypted in this row alone, and only while
 * the row belongs to the same machine.
 */
export function sealedFor({
  id,
  hostId,
  guestLogId,
}: Pick<SshAccessModel, 'id' | 'hostId' | 'guestLogId'>): string {
  return `${id} of ${hostId ?? guestLogId}`
}
