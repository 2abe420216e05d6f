import { HostError } from '../host-error.ts'
import type { HostAddress } from './host-connection.ts'
import { describeHostKey, type HostKey } from './host-key.ts'
import { openClient, placeOf } from './open-client.ts'

/**
 * Fetches a host's key for the operator to confirm. It stops before authentication: the key is
 * always rejected here, so no user name and no signature is sent.
 *
 * @throws HostError `address-refused`, `unreachable`, `timeout`, `cancelled` or `invalid-argument`
 */
export async function probeHostKey(
  target: HostAddress,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<HostKey> {
  let presented: HostKey | undefined
  const hostVerifier = (key: Buffer): boolean => {
    presented = describeHostKey(key)
    return false
  }
  try {
    const client = await openClient(
      target,
      { username: 'root', authHandler: [], hostVerifier },
      {
        ...(options.timeoutMs === undefined ? {} : { connectTimeoutMs: options.timeoutMs }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
    )
    client.destroy()
  } catch (error) {
    const expected = error instanceof HostError && error.code === 'unreachable'
    if (presented === undefined || !expected) throw error
    return presented
  }
  throw new HostError('unexpected-answer', `${placeOf(target)} let a denied connection through.`)
}
