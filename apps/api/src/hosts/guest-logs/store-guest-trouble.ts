import { HostKeyChangedError } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { AppError, toTrouble } from '../../errors.ts'
import type { SshAccessModel } from '../../generated/prisma/models.ts'
import { guestTrouble } from './guest-trouble.ts'

/**
 * Agent: shows at the domain why its log could not be followed, and the key that the guest
 * presented if that is not the pinned one.
 * @returns the error to throw
 */
export async function storeGuestTrouble(
  { db }: Deps,
  { id, state }: Pick<SshAccessModel, 'id' | 'state'>,
  error: unknown,
): Promise<unknown> {
  const trouble = guestTrouble(error)
  if (trouble instanceof AppError) {
    const shown = error instanceof HostKeyChangedError ? error.presentedFingerprint : undefined
    await db.sshAccess.updateMany({
      where: { id, state },
      data: { state: 'failing', problem: toTrouble(trouble), offeredFingerprint: shown },
    })
  }
  return trouble
}
