import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { signingKey } from './audit-key.ts'

/** Ed25519 over the JSON of `content`, in base64. */
export function signatureOf(content: object): string {
  return sign(null, Buffer.from(JSON.stringify(content)), signingKey()).toString('base64')
}

/** @param publicKey as `publicKeyOf` returns it; anything else verifies nothing */
export function isSigned(content: object, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return verify(null, Buffer.from(JSON.stringify(content)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** The public half (SPKI, base64), by which signatures of this installation are recognised. */
export function publicKeyOf(key: KeyObject = signingKey()): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}
