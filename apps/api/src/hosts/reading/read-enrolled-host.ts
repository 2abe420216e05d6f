import { type HostInventory, HostKeyChangedError, readHost } from '@steelyard/xen'
import type { Deps } from '../../deps.ts'
import { AppError, toTrouble } from '../../errors.ts'
import { hostTrouble } from '../connection/host-trouble.ts'
import { type EnrolledHost, findEnrolledHost } from '../connection/open-host-shell.ts'
import { withHostShell } from '../connection/with-host-shell.ts'
import { holdPoolOf, refreshPoolOf } from '../grouping/refresh-pool.ts'

/** A reading and its connection: a host that was enrolled anew meanwhile is a different one. */
export interface HostReading {
  from: Omit<EnrolledHost, 'privateKeySealed'>
  inventory: HostInventory
}

/**
 * Agent: connects, reads the host and disconnects. When a host cannot be read, its page shows why,
 * and the key it presented if that is not the pinned one.
 * @throws AppError
 */
export async function readEnrolledHost(
  deps: Deps,
  hostId: string,
  signal?: AbortSignal,
): Promise<HostReading> {
  const host = await findEnrolledHost(deps, hostId)
  const { privateKeySealed: _, ...from } = host
  try {
    return { from, inventory: await withHostShell(deps, host, signal, readHost) }
  } catch (error) {
    signal?.throwIfAborted()
    throw await storeHostTrouble(deps, from, error)
  }
}

/**
 * Shows on a host's page why it could not be reached or read.
 * @returns the error to throw
 */
export async function storeHostTrouble(
  { db }: Deps,
  { id, hostId }: HostReading['from'],
  error: unknown,
): Promise<unknown> {
  const trouble = hostTrouble(error)
  if (trouble instanceof AppError) {
    const shown = error instanceof HostKeyChangedError ? error.presentedFingerprint : undefined
    await db.$transaction(async (tx) => {
      await holdPoolOf(tx, hostId)
      await tx.sshAccess.updateMany({
        where: { id },
        data: {
          state: 'failing',
          problem: toTrouble(trouble),
          offeredFingerprint: shown,
        },
      })
      await refreshPoolOf(tx, hostId)
    })
  }
  return trouble
}
