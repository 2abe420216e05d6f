import net from 'node:net'
import type { Config } from '../config.ts'

/** What passkeys are bound to. */
export interface PasskeySite {
  rpId: string
  origin: string
}

/**
 * Browsers make passkeys for a name only, not for an IP address, and only on https or on localhost.
 * @returns null when the public address of this site is not such a one
 */
export function passkeySiteOf({ webOrigin }: Pick<Config, 'webOrigin'>): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(webOrigin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = net.isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const isSecure = protocol === 'https:' || isLocal
  return isSecure && !isAddress ? { rpId: hostname, origin } : null
}
