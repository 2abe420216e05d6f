import {
  createHmac,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'

/** What this process makes codes and signatures with, like every process of the installation. */
let chainKey: Buffer | undefined
let privateKey: KeyObject | undefined

/** Takes the secret of the installation, which the database never sees. Call it once at the start. */
export function useAuditKey(secret: string): void {
  chainKey = chainKeyOf(secret)
  privateKey = signingKeyOf(secret)
}

/** @throws Error in a process that has not called `useAuditKey` */
export function auditKey(): Buffer {
  if (!chainKey) throw new Error('This process has no key for the audit trail.')
  return chainKey
}

/** @throws Error in a process that has not called `useAuditKey` */
export function signingKey(): KeyObject {
  if (!privateKey) throw new Error('This process has no key for the audit trail.')
  return privateKey
}

/** An Ed25519 private key in PKCS #8 is this and 32 bytes (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Whoever has the secret can sign; the public half, which verifies, may go anywhere. */
export function signingKeyOf(secret: string): KeyObject {
  const key = Buffer.concat([ED25519_PREFIX, derive(secret, 'steelyard audit signature')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

export function chainKeyOf(secret: string): Buffer {
  return derive(secret, 'steelyard audit chain')
}

/** HKDF keeps keys of different purposes apart, so that one secret is enough. */
function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** HMAC-SHA256 over the parts, in hexadecimal. */
export function macOf(key: Uint8Array, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}

export function isMac(expected: string, given: string | null): boolean {
  if (given?.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given))
}
