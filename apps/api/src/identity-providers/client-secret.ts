import { keyForApi, openText, sealText } from '../access/sealed-text.ts'
import type { Config } from '../config.ts'

type SessionSecret = Pick<Config, 'sessionSecret'>

const keyOf = (config: SessionSecret) => keyForApi(config, 'identity provider')

/** @param owner what the secret is for, so that it cannot be opened in another place */
export function seal(config: SessionSecret, owner: string, secret: string) {
  return sealText(keyOf(config), owner, secret)
}

/** @throws Error when the session secret has changed, or the text was tampered with */
export function open(config: SessionSecret, owner: string, sealed: Uint8Array): string {
  try {
    return openText(keyOf(config), owner, sealed)
  } catch (cause) {
    const why = 'its secret was sealed under another session secret; enter it again'
    throw new Error(why, { cause })
  }
}
