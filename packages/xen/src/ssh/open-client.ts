import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type Client, type ConnectConfig } from 'ssh2'
import { HostError } from '../host-error.ts'
import { isDroppedBeforeHandshake, translateConnectError } from './translate-error.ts'

export interface ConnectOptions {
  /** Limit for the whole handshake, authentication included. Default 15 s. */
  connectTimeoutMs?: number
  /** Limit for one command. Default 30 s. */
  commandTimeoutMs?: number
  /** Silence after which the host gets a keepalive request. Default 5 s, three times. */
  keepaliveIntervalMs?: number
  signal?: AbortSignal
}

// The list is fixed, so that an upgrade of ssh2 cannot change which of a host's keys is the pinned
// one. SHA-1 signatures are left out.
const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
] as const

const ATTEMPTS = 4

type Target = { host: string; port: number } & ConnectConfig

/**
 * Opens an authenticated connection, and tries again when sshd dropped it before the handshake.
 *
 * @throws HostError `invalid-argument`, `unreachable`, `timeout`, `auth-failed` or `cancelled`
 */
export async function openClient(target: Target, options: ConnectOptions): Promise<Client> {
  checkTarget(target)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openOnce(target, options)
    } catch (error) {
      if (error instanceof HostError) throw error
      if (!isDroppedBeforeHandshake(error) || attempt === ATTEMPTS) {
        throw translateConnectError(error as Error, `${target.host}:${target.port}`)
      }
      await sleep(100 * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

function checkTarget({ host, port }: Target): void {
  if (!/^[A-Za-z0-9._:%-]{1,253}$/.test(host)) {
    throw new HostError('invalid-argument', 'The address is not a host name or an IP address.')
  }
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new HostError('invalid-argument', 'The port must be a whole number from 1 to 65535.')
  }
}

function openOnce(target: Target, options: ConnectOptions): Promise<Client> {
  const client = new ssh2.Client()
  return new Promise<Client>((resolve, reject) => {
    const cancel = () => fail(new HostError('cancelled', 'Connecting was cancelled.'))
    const settle = () => options.signal?.removeEventListener('abort', cancel)
    const fail = (error: Error) => {
      settle()
      reject(error)
      client.destroy()
    }
    if (options.signal?.aborted) return cancel()
    options.signal?.addEventListener('abort', cancel)
    client.on('error', fail)
    client.once('close', () => fail(new Error('Connection lost before handshake')))
    client.once('ready', () => {
      settle()
      client.removeListener('error', fail)
      // Commands are small messages to and fro: with Nagle's algorithm each would wait 40 ms or
      // more.
      client.setNoDelay(true)
      resolve(client)
    })
    try {
      client.connect({
        ...target,
        readyTimeout: options.connectTimeoutMs ?? 15_000,
        keepaliveInterval: options.keepaliveIntervalMs ?? 5_000,
        keepaliveCountMax: 3,
        algorithms: { serverHostKey: [...HOST_KEY_ALGORITHMS] },
      })
    } catch {
      fail(new HostError('invalid-argument', 'The private key cannot be read.'))
    }
  })
}
