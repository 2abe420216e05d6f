import { keyForApi, openText, sealText } from '../access/sealed-text.ts'
import type { Config } from '../config.ts'

type SessionSecret = Pick<Config, 'sessionSecret'>

const keyOf = (config: SessionSecret) => keyForApi(config, 'notification channel')

/** @param part each part of a channel is bound to its place, so that none opens in another's */
export function seal(
  config: SessionSecret,
  channelId: string,
  part: 'address' | 'secret',
  text: string,
) {
  return sealText(keyOf(config), `${channelId} ${part}`, text)
}

/** @throws Error when the session secret has changed, or the text was tampered with */
export function open(
  config: SessionSecret,
  channelId: string,
  part: 'address' | 'secret',
  sealed: Uint8Array,
): string {
  try {
    return openText(keyOf(config), `${channelId} ${part}`, sealed)
  } catch (cause) {
    const why =
      part === 'address'
        ? 'its address was sealed under another session secret; enter it again'
        : 'its secret was sealed under another session secret; remove the channel and add it again'
    throw new Error(why, { cause })
  }
}
