import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type AddressRules, allowedAddresses, HostError, isPublicAddress } from '@steelyard/xen'
import ipaddr from 'ipaddr.js'
import { reasonOf } from './reason-of.ts'

const LARGEST_ANSWER_BYTES = 1024 * 1024

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * A fetch for addresses that an administrator entered and for those that a provider names. It judges
 * the address behind a name and connects to that very one, speaks http with this machine alone,
 * follows no redirect, and reads no more than it must.
 */
export function guardedFetch(rules: AddressRules) {
  return async (address: string, { method, headers, body, signal }: Options): Promise<Response> => {
    const url = new URL(address)
    const looked = allowedAddresses(url.hostname.replace(/^\[|\]$/g, ''), rules)
    const addresses = await unlessAborted(looked, signal)
    const isHere = addresses.every((each) => ipaddr.process(each.address).range() === 'loopback')
    if (url.protocol !== 'https:' && !isHere) throw new Error(`${url.origin} is not https`)
    const lookup: LookupFunction = (_, { all }, done) =>
      all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)
    const client = url.protocol === 'https:' ? https : http
    const answer = new Promise<Response>((resolve, reject) => {
      const options = { method, headers, lookup, agent: false, ...(signal ? { signal } : {}) }
      const request = client.request(url, options as https.RequestOptions, (answer) => {
        responseOf(answer).then(resolve, reject)
      })
      request.on('error', reject)
      request.end(body == null ? undefined : String(body))
    })
    // Whoever lists addresses knows them; of others in a network nobody shall learn what is there.
    const tells = rules.allow.length > 0 || addresses.every((each) => isPublicAddress(each.address))
    return tells ? answer : answer.catch((cause) => Promise.reject(withoutDetail(cause)))
  }
}

function withoutDetail(cause: unknown): HostError {
  const text =
    'nothing could be exchanged with this address in your network. Check name, port, firewall and certificate; once an operator of this installation allows the address, the reason is said here'
  return new HostError('unreachable', text, reasonOf(cause))
}

/** A look-up cannot be broken off, and may take as long as its name servers let it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop))
  })
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error('its answer is too large')
  }
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
    values!.map((value): [string, string] => [name, value]),
  )
  return new Response(bytes > 0 ? Buffer.concat(chunks) : null, {
    status: answer.statusCode!,
    headers,
  })
}
