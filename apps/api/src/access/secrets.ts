import { createHash, randomBytes } from 'node:crypto'

/** Makes Steelyard tokens recognisable to people and secret scanners. */
export const TOKEN_PREFIX = 'sty_'

/** 256 random bits in URL-safe base64. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * SHA-256 in hex. It is enough for 256 random bits, which cannot be guessed; passwords are hashed
 * with argon2id (`access/password.ts`). Looking a hash up by index leaks nothing useful about the
 * secret.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
