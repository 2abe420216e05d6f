import { connectHost, type RemoteShell } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { openPrivateKey } from './private-key-seal.ts'

/** A host as it was enrolled: everything that says whom a connection reaches, and with which key. */
export interface EnrolledHost {
  id: string
  address: string
  port: number
  username: string
  pinnedFingerprint: string
  privateKeySealed: Uint8Array
}

/** @throws AppError `not-connected` where the host was never enrolled to the end */
export async function findEnrolledHost({ db }: Deps, id: string): Promise<EnrolledHost> {
  const { address, port, username, pinnedFingerprint, privateKeySealed } =
    (await db.host.findUnique({ where: { id } })) ?? {}
  if (!address || !port || !username || !pinnedFingerprint || !privateKeySealed) {
    throw new AppError('conflict', 'This host is not connected.', {
      code: 'not-connected',
      trouble: { fix: 'Connect it on its page: address, account, then confirm its key.' },
    })
  }
  return { id, address, port, username, pinnedFingerprint, privateKeySealed }
}

/**
 * Connects with the host's own key, to the pinned host key only. Called by the agent alone: no other
 * process opens a private key.
 * @throws HostError; AppError `key-unreadable`
 */
export async function openHostShell(
  deps: Deps,
  host: EnrolledHost,
  signal?: AbortSignal,
): Promise<RemoteShell> {
  const { address, port, username, pinnedFingerprint } = host
  const privateKey = privateKeyOf(deps, host)
  return connectHost(
    { address, port, username, privateKey, hostKeyFingerprint: pinnedFingerprint },
    signal ? { signal } : {},
  )
}

/** @throws AppError `key-unreadable` */
export function privateKeyOf(
  { config }: Deps,
  { id, privateKeySealed }: { id: string; privateKeySealed: Uint8Array },
): string {
  try {
    return openPrivateKey(config.secretKey, id, privateKeySealed)
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
