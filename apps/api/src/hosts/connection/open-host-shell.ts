import { connectHost, type HostConnection, type RemoteShell } from '@steelyard/xen'
import { openText } from '../../access/sealed-text.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type ConfirmedAccess, isConfirmed, sealedFor } from '../ssh-access.ts'

export type EnrolledHost = ConfirmedAccess & { hostId: string }

/** @throws AppError `not-connected` if the host's enrolment was never completed */
export async function findEnrolledHost({ db }: Deps, hostId: string): Promise<EnrolledHost> {
  const access = await db.sshAccess.findUnique({ where: { hostId } })
  if (isConfirmed(access)) return { ...access, hostId }
  throw new AppError('conflict', 'This host is not connected.', {
    code: 'not-connected',
    trouble: { fix: 'Connect it on its page: address, account, then confirm its key.' },
  })
}

/**
 * Connects with the host's own key and accepts only the pinned host key. Only the agent calls it:
 * no other process decrypts a private key.
 * @throws HostError; AppError `key-unreadable`
 */
export async function openHostShell(
  deps: Deps,
  host: EnrolledHost,
  signal?: AbortSignal,
): Promise<RemoteShell> {
  return connectHost(connectionTo(deps, host), signal ? { signal } : {})
}

/**
 * Agent: everything needed to connect to a machine, with its private key in the clear.
 * @throws AppError `key-unreadable`
 */
export function connectionTo(deps: Deps, access: ConfirmedAccess): HostConnection {
  const { address, port, username, pinnedFingerprint } = access
  return {
    address,
    port,
    username,
    rules: deps.config.sshRules,
    privateKey: privateKeyOf(deps, access),
    hostKeyFingerprint: pinnedFingerprint,
  }
}

function privateKeyOf({ config }: Deps, access: ConfirmedAccess): string {
  try {
    return openText(config.secretKey, sealedFor(access), access.privateKeySealed)
  } catch (cause) {
    throw new AppError('unprocessable', 'The SSH key cannot be unsealed.', {
      code: 'key-unreadable',
      trouble: {
        fix: 'Start with the STEELYARD_SECRET_KEY under which it was sealed, or enrol the machine again.',
      },
      cause,
    })
  }
}
