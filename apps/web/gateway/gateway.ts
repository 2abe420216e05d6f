import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { createProxyServer } from 'httpxy'
import { type Logger, pino } from 'pino'
import { clientAddress, type IsTrusted } from './client-address.ts'
import { limitConnections } from './connection-limit.ts'
import { PageLimit } from './page-limit.ts'
import { answerPlainly } from './plain-page.ts'
import { type RefusalCode, Refusals } from './refusals.ts'

export type GatewayOptions = {
  /** The address where the API listens, such as `http://127.0.0.1:4000`. */
  apiUrl: string
  /** The address that browsers use. Its scheme is passed on to the API. */
  webUrl: string
  handlePage: (req: http.IncomingMessage, res: http.ServerResponse) => Promise<void>
  /** Proxies in front of the gateway; by default there is none. */
  isTrusted?: IsTrusted
  limits?: Partial<GatewayLimits>
  log?: Pick<Logger, 'info'>
  /** Time limit in milliseconds for a body that is not a file's. */
  bodyWithinMs?: number
  /** How long in milliseconds the API may be silent before it is taken for hung. */
  answerWithinMs?: number
}

export interface GatewayLimits {
  /** Open connections of one client. Browsers open six; many people may share an address. */
  connectionsPerClient: number
  /** Enough for some hundred people with a few open pages each; more would only use up memory. */
  connections: number
  /** Pages that one client may ask for in a minute, those that its browser fetches ahead included. */
  pagesPerMinute: number
  /** How long a client may take over the headers, from the moment it connects. */
  headersWithinMs: number
}

const LIMITS: GatewayLimits = {
  connectionsPerClient: 200,
  connections: 2000,
  pagesPerMinute: 1200,
  headersWithinMs: 10_000,
}
/** How often connections that have sent no headers in time are looked for. */
const CHECK_EVERY_MS = 1_000
const BODY_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 20_000
/** How many times longer the API may be silent while it computes. */
const COMPUTED_TIMES = 8
const HSTS = 'max-age=31536000' // the same value as in the API
/** The tus addresses. Node's limit of five minutes would end the upload of a large log. */
const fileBody = /^\/api\/v1\/uploads\/[^/?]+\/files(?:[/?]|$)/
/** The API computes these in a thread that ends by itself after two and a half minutes at most. */
const computed =
  /^\/api\/v1\/(?:.+\/perfetto|uploads\/[^/?]+\/(?:requests|sources)\/?[^?]*|audit-events\/integrity)(?:\?|$)/
/** Silence is normal while nothing changes. */
const eventStream = /^\/api\/v1\/(?:jobs\/[^/?]+|hosts\/[^/?]+\/watch)\/events(?:\?|$)/
const claims = /^(x-forwarded-.*|x-real-ip|forwarded)$/

/**
 * Gives browsers a single origin: `/api` goes to the API, everything else to the dashboard. Bodies
 * are streamed both ways without a size limit, so uploads and server-sent events pass as they come.
 */
export function createGateway({
  apiUrl,
  webUrl,
  handlePage,
  isTrusted = () => false,
  limits,
  log = pino({ base: { process: 'web' } }),
  bodyWithinMs = BODY_WITHIN_MS,
  answerWithinMs = ANSWER_WITHIN_MS,
}: GatewayOptions): http.Server {
  const limit = { ...LIMITS, ...limits }
  const scheme = new URL(webUrl).protocol.slice(0, -1)
  // Each request has its own connection: the API could close a kept one just as a POST is written
  // to it.
  const proxy = createProxyServer({ target: apiUrl, agent: false })
  proxy.on('error', (_error, _req, res) => {
    if (res instanceof http.ServerResponse) answerApiUnavailable(res)
  })
  const refusals = new Refusals(log)
  const pages = new PageLimit(limit.pagesPerMinute)
  const timeLimits = {
    requestTimeout: 0,
    headersTimeout: limit.headersWithinMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  }
  const server = http.createServer(timeLimits, (req, res) => {
    cutSlowBody(req, res, bodyWithinMs)
    const address = clientAddress(req, isTrusted)
    replaceClaims(req, address, scheme)
    const url = req.url ?? '/'
    if (isForApi(url)) {
      const mayBeSilent = fileBody.test(url) || eventStream.test(url)
      const withinMs = computed.test(url) ? COMPUTED_TIMES * answerWithinMs : answerWithinMs
      proxy.web(req, res, mayBeSilent ? {} : { proxyTimeout: withinMs }).catch(() => res.destroy())
      return
    }
    if (scheme === 'https') res.setHeader('strict-transport-security', HSTS)
    const refusal = isFile(url) ? undefined : refusePage(req, res, pages.secondsToWait(address))
    if (refusal) refusals.count(refusal, address)
    else handlePage(req, res).catch(() => res.destroy())
  })
  server.maxConnections = limit.connections
  limitConnections(server, limit.connectionsPerClient, isTrusted, (address) =>
    refusals.count('too-many-connections', address),
  )
  server.once('close', () => refusals.summarise())
  return server
}

/** Answers what is not to reach the dashboard; returns why. */
function refusePage(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  secondsToWait: number,
): RefusalCode | undefined {
  if (secondsToWait > 0) {
    const text = `Your address asked for too many pages. Try again in ${secondsToWait} seconds.`
    answerPlainly(res, 429, 'Too many requests', text, { 'retry-after': String(secondsToWait) })
    return 'rate-limited'
  }
  if (req.method === 'GET' || req.method === 'HEAD') return undefined
  // Pages read; what changes something goes to the API. A form comes here only if it was sent
  // before the scripts of its page had loaded, or without scripts.
  const text =
    'Nothing was changed. The form was sent before its page had loaded completely, or JavaScript is off in your browser. Go back, let the page load with JavaScript on, and send the form again.'
  answerPlainly(res, 405, 'The form was not sent', text, {
    allow: 'GET, HEAD',
    connection: 'close',
  })
  return 'method-not-allowed'
}

/** The files of the dashboard itself, of which a page has many, cost next to nothing. */
function isFile(url: string): boolean {
  return url.startsWith('/_next/static/')
}

function isForApi(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')
}

/** A file may take as long as it needs, but once it has been answered the usual limit applies. */
function cutSlowBody(req: http.IncomingMessage, res: http.ServerResponse, withinMs: number): void {
  const begin = () => {
    const timer = setTimeout(() => {
      if (!req.complete) req.destroy()
    }, withinMs).unref()
    req.once('end', () => clearTimeout(timer))
  }
  if (fileBody.test(req.url ?? '')) res.once('finish', begin)
  else begin()
}

/**
 * A client's own claims about earlier proxies are not evidence, so they are replaced with what the
 * gateway knows. Pages pass the address on when they ask the API.
 */
function replaceClaims(req: http.IncomingMessage, address: string, scheme: string): void {
  for (const name of Object.keys(req.headers)) {
    if (claims.test(name)) delete req.headers[name]
  }
  req.headers['x-forwarded-for'] = address
  req.headers['x-forwarded-proto'] = scheme
  if (req.headers.host) req.headers['x-forwarded-host'] = req.headers.host
}

function answerApiUnavailable(res: http.ServerResponse): void {
  if (res.headersSent) {
    res.destroy() // the only way left to signal an incomplete answer
    return
  }
  const problem = {
    type: 'about:blank',
    title: 'Bad Gateway',
    status: 502,
    code: 'api-unavailable',
    detail: 'The API does not answer at the moment.',
    requestId: randomUUID(),
  }
  res.writeHead(502, { 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  res.end(JSON.stringify(problem))
}
