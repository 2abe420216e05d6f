import { createHash, randomBytes } from 'node:crypto'

/** Lets people and secret scanners recognise a Steelyard token. */
export const TOKEN_PREFIX = 'sty_'

/** 256 random bits, URL-safe. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * SHA-256 in hex. Enough for 256 random bits, which nobody can guess; passwords go through argon2id
 * (`access/password.ts`). Looking a hash up by index leaks nothing useful about the secret.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
