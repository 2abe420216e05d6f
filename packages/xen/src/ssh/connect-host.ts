import type { Client } from 'ssh2'
import { HostError, HostKeyChangedError } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { HostConnection } from './host-connection.ts'
import { describeHostKey } from './host-key.ts'
import { type ConnectOptions, openClient, placeOf } from './open-client.ts'
import { SshShell } from './ssh-shell.ts'

/**
 * Connects to an enrolled host. ssh2 accepts any host key by default, so the pin is compared before
 * authentication: a host with another key learns neither account nor key.
 *
 * @throws HostError `host-key-changed`, `auth-failed`, `address-refused`, `unreachable`, `timeout`,
 *   `cancelled` or `invalid-argument`
 */
export async function connectHost(
  connection: HostConnection,
  options: ConnectOptions = {},
): Promise<RemoteShell> {
  const client = await openPinned(connection, options)
  return new SshShell(client, connection.username, options.commandTimeoutMs ?? 30_000)
}

/** Opens only the connection, with the host key checked; for commands outside the allow-list. */
export async function openPinned(
  connection: HostConnection,
  options: ConnectOptions,
): Promise<Client> {
  const { username, privateKey, hostKeyFingerprint } = connection
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKeyFingerprint)) {
    throw new HostError('invalid-argument', 'The pinned fingerprint is not a SHA256 fingerprint.')
  }
  let presented: string | undefined
  const hostVerifier = (key: Buffer): boolean => {
    presented = describeHostKey(key).fingerprint
    return presented === hostKeyFingerprint
  }
  try {
    return await openClient(
      connection,
      { username, privateKey, authHandler: ['publickey'], hostVerifier },
      options,
    )
  } catch (error) {
    if (presented === undefined || presented === hostKeyFingerprint) throw error
    throw new HostKeyChangedError(
      `${placeOf(connection)} presents a host key other than the pinned one. Nothing was sent. ` +
        'If the host was reinstalled, enrol it again; if not, someone may be intercepting the connection.',
      hostKeyFingerprint,
      presented,
    )
  }
}
