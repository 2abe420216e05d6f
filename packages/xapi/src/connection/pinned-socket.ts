import { isIP } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { XapiError } from '../xapi-error.ts'

/** Where a member of a pool answers. */
export interface MemberAddress {
  /** A name or an IP address, as XAPI names it. */
  address: string
  /** 443 of XAPI itself. */
  port: number
}

/** A member with the certificate that it must present. */
export interface PoolMember extends MemberAddress {
  /** SHA-256 of the certificate: 32 bytes in hex, with colons as `openssl x509 -fingerprint` prints them or without. */
  fingerprint: string
}

/**
 * Finds the IP address to connect to, so that an installation can forbid addresses.
 * @throws XapiError `address-refused` or `unreachable`
 */
export type ResolveAddress = (address: string) => Promise<string>

export interface ConnectOptions {
  resolve?: ResolveAddress
  signal: AbortSignal
}

/** A certificate as the member presented it. Times are in ISO 8601. */
export interface MemberCertificate {
  /** 32 bytes in hex, in capitals, with colons. */
  fingerprint: string
  subject: string
  issuer: string
  validFrom: string
  validTo: string
}

/**
 * Connects with TLS, and gives the socket with the certificate that was presented. Who signed it is
 * not asked: members sign their own, and the pin says more.
 *
 * @throws XapiError `address-refused`, `unreachable` or `cancelled`
 */
export async function connectTls(
  { address, port }: MemberAddress,
  { resolve, signal }: ConnectOptions,
): Promise<{ socket: TLSSocket; certificate: MemberCertificate }> {
  const host = resolve ? await resolve(address) : address
  signal.throwIfAborted()
  const servername = isIP(address) ? '' : address
  const socket = tls.connect({ host, port, servername, rejectUnauthorized: false })
  const stop = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((done, fail) => {
      socket.once('secureConnect', done)
      socket.once('error', fail)
      socket.once('close', () => fail(new Error('the connection was closed')))
    })
    return { socket, certificate: describe(socket) }
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : asUnreachable({ address, port }, error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Connects to a member and compares its certificate before anything is sent.
 * @throws XapiError also `certificate-changed`
 */
export async function connectPinned(
  member: PoolMember,
  options: ConnectOptions,
): Promise<TLSSocket> {
  const { socket, certificate } = await connectTls(member, options)
  if (hexOf(certificate.fingerprint) === hexOf(member.fingerprint)) return socket
  socket.destroy()
  throw new XapiError(
    'certificate-changed',
    `${placeOf(member)} presents a certificate other than the pinned one. Nothing was sent.`,
    { parameters: [certificate.fingerprint] },
  )
}

/** @throws XapiError `invalid-argument` for what is no pin */
export function checkMember(member: PoolMember): void {
  if (!/^[A-Za-z0-9._:%-]{1,253}$/.test(member.address))
    throw new XapiError('invalid-argument', 'The address is not a host name or an IP address.')
  if (!Number.isInteger(member.port) || member.port < 1 || member.port > 65_535)
    throw new XapiError('invalid-argument', 'The port must be a whole number from 1 to 65535.')
  if (!/^[0-9a-f]{64}$/.test(hexOf(member.fingerprint)))
    throw new XapiError('invalid-argument', 'The pinned fingerprint is not a SHA-256 fingerprint.')
}

export function placeOf({ address, port }: MemberAddress): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

export function asUnreachable(member: MemberAddress, error: unknown): XapiError {
  if (error instanceof XapiError) return error
  const why = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : ''
  return new XapiError('unreachable', `${placeOf(member)} does not answer: ${why}`, {
    cause: error,
  })
}

function hexOf(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase()
}

function describe(socket: TLSSocket): MemberCertificate {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) throw new Error('no certificate was presented')
  const { fingerprint256, subject, issuer, validFrom, validTo } = certificate
  const time = (text: string) => new Date(text).toISOString()
  return {
    fingerprint: fingerprint256,
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    validFrom: time(validFrom),
    validTo: time(validTo),
  }
}

function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ').slice(0, 300)
}
