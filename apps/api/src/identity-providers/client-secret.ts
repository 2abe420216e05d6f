import { hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'
import { openPrivateKey, sealPrivateKey } from '../hosts/connection/private-key-seal.ts'

type SessionSecret = Pick<Config, 'sessionSecret'>

/** Only the API talks to providers, and the session secret is the one that it alone has. */
function keyOf({ sessionSecret }: SessionSecret): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'steelyard identity provider', 32))
}

/** @param owner what the secret is for, so that it cannot be opened in another place */
export function seal(config: SessionSecret, owner: string, secret: string) {
  return sealPrivateKey(keyOf(config), owner, secret)
}

/** @throws Error when the session secret has changed, or the text was tampered with */
export function open(config: SessionSecret, owner: string, sealed: Uint8Array): string {
  try {
    return openPrivateKey(keyOf(config), owner, sealed)
  } catch (cause) {
    const why = 'its secret was sealed under another session secret; enter it again'
    throw new Error(why, { cause })
  }
}
