import { HostError } from '../host-error.ts'

type SshError = Error & { level?: string; code?: string | number }

/**
 * sshd drops connections above its MaxStartups before the handshake, so another attempt is
 * worthwhile.
 */
export function isDroppedBeforeHandshake(error: unknown): boolean {
  const { message, code } = error as SshError
  return message === 'Connection lost before handshake' || code === 'ECONNRESET'
}

/** Translates ssh2's connection errors into this package's own codes. */
export function translateConnectError(error: SshError, where: string): HostError {
  // When several addresses fail, Node's error has a code but no message.
  const said = error.message || String(error.code)
  if (error.level === 'client-authentication') {
    return new HostError(
      'auth-failed',
      `${where} refused the key. The account must exist and have the shown line in its ` +
        'authorized_keys, a file that only root or the account may write.',
      error.message,
    )
  }
  if (error.code === 'ETIMEDOUT') {
    return new HostError('timeout', `${where} did not answer in time.`, said)
  }
  return new HostError('unreachable', `No SSH connection to ${where}.`, said)
}
