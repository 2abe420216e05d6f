import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto'
import { openText, sealText } from '../access/sealed-text.ts'
import { AppError } from '../errors.ts'

/**
 * The API receives a pool's password and must not be able to read it again: it encrypts it for the
 * public key that the agent made for this pool, whose other half the agent's secret key seals.
 * RSA-OAEP with SHA-256 and 3072 bits holds 318 bytes.
 */
const PADDING = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }

/** Agent: a key pair for one pool. */
export function poolKeyPair(secretKey: Buffer, poolId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey, privateKeySealed: sealText(secretKey, sealedForPool(poolId), privateKey) }
}

export function encryptPassword(publicKey: string, password: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(publicEncrypt({ key: publicKey, ...PADDING }, Buffer.from(password)))
}

/**
 * Agent: the password in the clear.
 * @throws AppError `key-unreadable`
 */
export function openPassword(
  secretKey: Buffer,
  pool: { id: string; privateKeySealed: Uint8Array; passwordSealed: Uint8Array },
): string {
  try {
    const key = openText(secretKey, sealedForPool(pool.id), pool.privateKeySealed)
    return privateDecrypt({ key, ...PADDING }, pool.passwordSealed).toString('utf8')
  } catch (cause) {
    throw new AppError('unprocessable', 'The password of the pool cannot be unsealed.', {
      code: 'key-unreadable',
      trouble: {
        fix: 'Start with the STEELYARD_SECRET_KEY under which it was sealed, or add the pool again.',
      },
      cause,
    })
  }
}

export function sealedForPool(poolId: string): string {
  return `pool ${poolId}`
}
