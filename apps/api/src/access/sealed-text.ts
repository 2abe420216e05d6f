import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * Encrypts SSH private keys and other secrets at rest with AES-256-GCM. Each is bound to its owner,
 * so that it cannot be decrypted in another row. Envelope: version (1 byte), nonce (12), tag (16),
 * ciphertext.
 */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The key of what only the API seals, made of the secret that it alone has.
 * @param purpose each has a key of its own, and cookies another
 */
export function keyForApi({ sessionSecret }: Pick<Config, 'sessionSecret'>, purpose: string) {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `steelyard ${purpose}`, 32))
}

export function sealText(secretKey: Buffer, owner: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secretKey, nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]))
}

/** @throws Error when the secret key has changed, or the row was tampered with */
export function openText(secretKey: Buffer, owner: string, envelope: Uint8Array): string {
  const bytes = Buffer.from(envelope)
  if (bytes[0] !== VERSION) throw new Error(`unknown seal version ${bytes[0]}`)
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES)
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', secretKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(tag)
  const opened = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([opened, decipher.final()]).toString('utf8')
}
