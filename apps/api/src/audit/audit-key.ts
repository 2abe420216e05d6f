import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What this process makes codes with. Every process of an installation has the same. */
let chainKey: Buffer | undefined

/** Takes the secret of the installation, which the database never sees. Call it once at the start. */
export function useAuditKey(secret: string): void {
  chainKey = chainKeyOf(secret)
}

/** @throws Error in a process that has not called `useAuditKey` */
export function auditKey(): Buffer {
  if (!chainKey) throw new Error('This process has no key for the audit trail.')
  return chainKey
}

export function chainKeyOf(secret: string): Buffer {
  return derive(secret, 'steelyard audit chain')
}

/** HKDF keeps keys of different purposes apart, so that one secret is enough. */
function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/** HMAC-SHA256 over the parts, in hexadecimal. */
export function macOf(key: Buffer, ...parts: string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}

export function isMac(expected: string, given: string | null): boolean {
  if (given?.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given))
}
