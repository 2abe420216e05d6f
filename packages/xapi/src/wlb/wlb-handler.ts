import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { withTimeLimit } from '../connection/time-limit.ts'
import type { Advisor } from './advisor.ts'
import { answerWlb } from './answer-wlb.ts'
import { fault } from './write-answer.ts'

/** Where XAPI sends its requests. */
export const WLB_PATH = '/Citrix.Dwm.WorkloadBalance/Service'

const LONGEST_REQUEST_BYTES = 256 * 1024

export interface WlbServerOptions {
  advisor: Advisor
  /** The account that XAPI was given for us. */
  user: string
  password: string
  /** XAPI waits 30 s, and all its other requests wait with it. Default 20 s. */
  seconds?: number
  onError?: (error: unknown) => void
}

/** Serves XAPI as its workload balancer: for `createServer` of `node:https`, on a port of its own. */
export function wlbHandler(options: WlbServerOptions): RequestListener {
  return (request, response) => {
    void serve(request, response, options).catch((error: unknown) => {
      options.onError?.(error)
      response.destroy()
    })
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { advisor, user, password, seconds = 20, onError = () => {} }: WlbServerOptions,
): Promise<void> {
  if (!isAccount(request.headers.authorization, user, password)) return send(response, 401, '')
  if (request.url?.split('?')[0] !== WLB_PATH) return send(response, 404, '')
  if (request.method !== 'POST') return send(response, 405, '')
  const body = await bodyOf(request)
  if (body === null) return send(response, 413, '')
  const answer = await withTimeLimit('The advice', seconds, undefined, () =>
    answerWlb(advisor, body, onError),
  ).catch((error: unknown) => {
    onError(error)
    return fault('Steelyard could not answer in time.')
  })
  send(response, 200, answer)
}

/** With its length, because XAPI reads no chunks, and over a connection that ends, as it asks for. */
function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/xml; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > LONGEST_REQUEST_BYTES) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

function isAccount(header: string | undefined, user: string, password: string): boolean {
  const given = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = Buffer.from(`${user}:${password}`).toString('base64')
  // Digests are of one length, so the comparison tells nothing of the password.
  return timingSafeEqual(digest(given ?? ''), digest(wanted)) && given !== undefined
}
