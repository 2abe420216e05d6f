import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface How {
  origin?: string
  verified?: boolean
  counter?: number
  challenge?: string
}

/** An authenticator in software, which can also do what none would. */
export class SoftPasskey {
  readonly #id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Answers the options of a registration. */
  register({ challenge }: { challenge: string }) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey()])
    const authData = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL, {}), credential])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, {}),
      attestationObject: encoded(isoCBOR.encode(attestation as never)),
    })
  }

  /** Answers the options of a sign-in or a confirmation. */
  sign({ challenge }: { challenge: string }, how: How = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', how.challenge ?? challenge, how)
    const authenticatorData = this.#authenticatorData(0, how)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signed = Buffer.concat([authenticatorData, hash])
    return this.#answer({
      clientDataJSON,
      authenticatorData: encoded(authenticatorData),
      signature: encoded(sign('sha256', signed, this.#keys.privateKey)),
    })
  }

  #answer<T>(response: T) {
    const id = encoded(this.#id)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: How): string {
    return encoded(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  }

  #authenticatorData(flags: number, { verified = true, counter = 0 }: How): Buffer {
    const rpId = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([
      rpId,
      Buffer.of(flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)),
      count,
    ])
  }

  /** In the form of COSE: an elliptic curve key for ES256. */
  #publicKey(): Uint8Array {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'))
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ])
    return isoCBOR.encode(cose as never)
  }
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
