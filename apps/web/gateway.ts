import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { createProxyServer } from 'httpxy'

export type GatewayOptions = {
  /** The address where the API listens, such as `http://127.0.0.1:4000`. */
  apiUrl: string
  /** The address that browsers use. Its scheme is passed on to the API. */
  webUrl: string
  handlePage: (req: http.IncomingMessage, res: http.ServerResponse) => Promise<void>
  /** Time limit in milliseconds for a body that is not a file's. */
  bodyWithinMs?: number
}

const HEADERS_WITHIN_MS = 15_000
const BODY_WITHIN_MS = 30_000
const HSTS = 'max-age=31536000' // the same value as in the API
/**
 * Enough for some hundred users with a few open pages each; more would only use up memory and file
 * handles.
 */
const MAX_CONNECTIONS = 1000

/** The tus addresses. Node's limit of five minutes would end the upload of a large log. */
const fileBody = /^\/api\/v1\/uploads\/[^/?]+\/files(?:[/?]|$)/
const claims = /^(x-forwarded-.*|x-real-ip|forwarded)$/

/**
 * Gives browsers a single origin: `/api` goes to the API, everything else to the dashboard. Bodies
 * are streamed both ways without a size limit, so uploads and server-sent events pass as they come.
 */
export function createGateway({
  apiUrl,
  webUrl,
  handlePage,
  bodyWithinMs = BODY_WITHIN_MS,
}: GatewayOptions): http.Server {
  const scheme = new URL(webUrl).protocol.slice(0, -1)
  // Each request has its own connection: the API could close a kept one just as a POST is written
  // to it.
  const proxy = createProxyServer({ target: apiUrl, xfwd: true, agent: false })
  proxy.on('error', (_error, _req, res) => {
    if (res instanceof http.ServerResponse) answerApiUnavailable(res)
  })
  const limits = { requestTimeout: 0, headersTimeout: HEADERS_WITHIN_MS }
  const server = http.createServer(limits, (req, res) => {
    cutSlowBody(req, res, bodyWithinMs)
    // Pages ask the API too, in the name of the address that Next then notes here by itself.
    dropClaims(req)
    if (!isForApi(req.url ?? '/')) {
      if (scheme === 'https') res.setHeader('strict-transport-security', HSTS)
      handlePage(req, res).catch(() => res.destroy())
      return
    }
    req.headers['x-forwarded-proto'] = scheme
    proxy.web(req, res).catch(() => res.destroy())
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
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

/** A client's own claims about earlier proxies are not evidence, so they are removed. */
function dropClaims(req: http.IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (claims.test(name)) delete req.headers[name]
  }
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
