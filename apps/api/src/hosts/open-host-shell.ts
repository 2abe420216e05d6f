import { connectHost, type RemoteShell } from '@steelyard/xen'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { openPrivateKey } from './private-key-seal.ts'

/**
 * Connects to an enrolled host with its own key and its pinned host key. Called by the agent alone:
 * no other process opens a private key.
 * @throws HostError; AppError `not-connected` where the host was never enrolled to the end
 */
export async function openHostShell(
  deps: Deps,
  hostId: string,
  signal?: AbortSignal,
): Promise<RemoteShell> {
  const host = await deps.db.host.findUnique({ where: { id: hostId } })
  if (!host?.address || !host.port || !host.username || !host.privateKeySealed) throw notEnrolled()
  if (!host.pinnedFingerprint) throw notEnrolled()
  return connectHost(
    {
      address: host.address,
      port: host.port,
      username: host.username,
      privateKey: openPrivateKey(deps.config.secretKey, hostId, host.privateKeySealed),
      hostKeyFingerprint: host.pinnedFingerprint,
    },
    signal ? { signal } : {},
  )
}

function notEnrolled(): AppError {
  return new AppError('conflict', 'This host is not connected.', {
    code: 'not-connected',
    trouble: { fix: 'Connect it on its page: address, account, then confirm its key.' },
  })
}
