import type { LookupAddress } from 'node:dns'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type Client, type ConnectConfig } from 'ssh2'
import { HostError } from '../host-error.ts'
import { allowedAddresses } from './address/allowed-addresses.ts'
import type { HostAddress } from './host-connection.ts'

export interface ConnectOptions {
  /** Limit for everything up to an authenticated connection, further attempts included. Default 15 s. */
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
/** A name's next address is tried after this long. */
const NEXT_ADDRESS_MS = 1_000

/**
 * Opens an authenticated connection, and tries again when sshd dropped it before the handshake.
 *
 * @throws HostError `invalid-argument`, `address-refused`, `unreachable`, `timeout`, `auth-failed`
 *   or `cancelled`
 */
export async function openClient(
  target: HostAddress,
  config: ConnectConfig,
  options: ConnectOptions,
): Promise<Client> {
  checkTarget(target)
  const where = placeOf(target)
  const stop = stopSignal(where, options)
  try {
    return await keepTrying(target, config, { ...options, signal: stop.signal })
  } catch (error) {
    if (error instanceof HostError) throw error
    throw translateConnectError(error as Error, where)
  } finally {
    stop.done()
  }
}

function checkTarget({ address, port }: HostAddress): void {
  if (!/^[A-Za-z0-9._:%-]{1,253}$/.test(address)) {
    throw new HostError('invalid-argument', 'The address is not a host name or an IP address.')
  }
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new HostError('invalid-argument', 'The port must be a whole number from 1 to 65535.')
  }
}

/** `host:port`, as people write it. */
export function placeOf({ address, port }: Pick<HostAddress, 'address' | 'port'>): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

/** Aborts with the HostError to report, when the caller cancels or the time is over. */
function stopSignal(where: string, { signal, connectTimeoutMs = 15_000 }: ConnectOptions) {
  const controller = new AbortController()
  const cancel = () => controller.abort(new HostError('cancelled', 'Connecting was cancelled.'))
  const timer = setTimeout(
    () => controller.abort(new HostError('timeout', `${where} did not answer in time.`)),
    connectTimeoutMs,
  )
  signal?.addEventListener('abort', cancel)
  if (signal?.aborted) cancel()
  return {
    signal: controller.signal,
    done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    },
  }
}

type Stoppable = ConnectOptions & { signal: AbortSignal }

async function keepTrying(
  target: HostAddress,
  config: ConnectConfig,
  options: Stoppable,
): Promise<Client> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const addresses = await unless(options.signal, allowedAddresses(target.address, target.rules))
      return await openOnce(() => openSocket(target, addresses), config, options)
    } catch (error) {
      if (!isDroppedBeforeHandshake(error) || attempt === ATTEMPTS) throw error
      await unless(options.signal, sleep(100 * 2 ** attempt * (0.5 + Math.random())))
    }
  }
}

/** Waits for a promise that cannot be stopped itself. */
function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Connects to the given addresses and looks nothing up. */
function openSocket({ address, port }: HostAddress, addresses: LookupAddress[]): net.Socket {
  return net.connect({
    host: address,
    port,
    // The handshake and commands are small messages to and fro: with Nagle's algorithm each would
    // wait 40 ms or more.
    noDelay: true,
    lookup: (_host, _options, done) => done(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  })
}

function openOnce(
  openSocket: () => net.Socket,
  config: ConnectConfig,
  { signal, keepaliveIntervalMs }: Stoppable,
): Promise<Client> {
  const client = new ssh2.Client()
  return new Promise<Client>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const socket = openSocket()
    const stop = () => fail(signal.reason)
    const settle = () => signal.removeEventListener('abort', stop)
    const fail = (error: Error) => {
      settle()
      reject(error)
      client.destroy()
      socket.destroy()
    }
    signal.addEventListener('abort', stop)
    client.on('error', fail)
    client.once('close', () => fail(new Error('Connection lost before handshake')))
    client.once('ready', () => {
      settle()
      client.removeListener('error', fail)
      resolve(client)
    })
    try {
      client.connect({
        ...config,
        sock: socket,
        readyTimeout: 0, // `signal` ends it
        keepaliveInterval: keepaliveIntervalMs ?? 5_000,
        keepaliveCountMax: 3,
        algorithms: { serverHostKey: [...HOST_KEY_ALGORITHMS] },
      })
    } catch {
      fail(new HostError('invalid-argument', 'The private key cannot be read.'))
    }
  })
}

type SshError = Error & { level?: string; code?: string | number }

/**
 * sshd drops connections above its MaxStartups before the handshake, so another attempt is
 * worthwhile.
 */
function isDroppedBeforeHandshake(error: unknown): boolean {
  const { message, code } = error as SshError
  return message === 'Connection lost before handshake' || code === 'ECONNRESET'
}

/** Translates ssh2's connection errors into this package's own codes. */
function translateConnectError(error: SshError, where: string): HostError {
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
