import type { Prisma } from '../db.ts'
import type { SshAccessModel } from '../generated/prisma/models.ts'
import { isUnfinished } from '../queue/job-row.ts'

/** What everybody but the agent reads of an access: never its key. */
export const shownAccess = {
  omit: { privateKeySealed: true },
  include: { job: { select: { state: true } } },
} satisfies Prisma.SshAccessDefaultArgs

/** Everything that says whom a connection reaches, and with which key. */
export type ConfirmedAccess = SshAccessModel & {
  pinnedFingerprint: string
  privateKeySealed: Uint8Array
}

/** Whether an operator has confirmed the key that the machine showed. */
export function isConfirmed(access: SshAccessModel | null): access is ConfirmedAccess {
  return access !== null && access.pinnedFingerprint !== null && access.privateKeySealed !== null
}

/** Whether the job that was to bring an access further has ended without a word. */
export function isStalled({
  state,
  job,
}: Pick<SshAccessModel, 'state'> & { job: { state: string } | null }): boolean {
  return (state === 'probing' || state === 'connecting') && !isUnfinished(job)
}

/** What a key is sealed for: it opens in this row alone, and only while the row is the same machine's. */
export function sealedFor({
  id,
  hostId,
  guestLogId,
}: Pick<SshAccessModel, 'id' | 'hostId' | 'guestLogId'>): string {
  return `${id} of ${hostId ?? guestLogId}`
}
