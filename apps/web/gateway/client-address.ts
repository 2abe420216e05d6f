import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Whether the peer with this address is a proxy whose `X-Forwarded-For` is believed. */
export type IsTrusted = (address: string) => boolean

/**
 * Reads a list of addresses and ranges, separated by commas; `loopback`, `linklocal` and
 * `uniquelocal` stand for the usual ranges. An empty list trusts nobody.
 * @throws TypeError naming the entry that is none of these
 */
export function readTrustedProxies(list: string): IsTrusted {
  const entries = list.split(',').map((entry) => entry.trim())
  const trust = proxyaddr.compile(entries.filter(Boolean))
  return (address) => trust(address, 0)
}

/**
 * The address that a request comes from: that of the peer or, where trusted proxies stand in front,
 * the last one in `X-Forwarded-For` that is not one of theirs. Whatever a client wrote there before
 * is further to the left and therefore not reached.
 */
export function clientAddress(request: IncomingMessage, isTrusted: IsTrusted): string {
  const address = proxyaddr(request, isTrusted)
  return ipaddr.isValid(address) ? withoutMapping(address) : peerAddress(request.socket)
}

/** The address at the other end of a connection; empty when it has already gone. */
export function peerAddress({ remoteAddress }: Socket): string {
  return remoteAddress ? withoutMapping(remoteAddress) : ''
}

/** A socket for both families shows IPv4 as `::ffff:192.0.2.1`. */
function withoutMapping(address: string): string {
  return ipaddr.process(address).toString()
}
