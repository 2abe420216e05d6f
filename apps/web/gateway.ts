import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { createProxyServer } from 'httpxy'

export type GatewayOptions = {
  /** Where the API listens, such as `http://127.0.0.1:4000`. */
  apiUrl: string
  /** The address that browsers use; its scheme is what the API is told about the connection. */
  webUrl: string
  handlePage: (req: http.IncomingMessage, res: http.ServerResponse) => Promise<void>
}

const claims = /^(x-forwarded-.*|x-real-ip|forwarded)$/

/**
 * One origin for browsers: `/api` goes to the API, everything else is a page. Bodies are streamed
 * both ways without a limit, so uploads of any size and server-sent events pass as they come.
 */
export function createGateway({ apiUrl, webUrl, handlePage }: GatewayOptions): http.Server {
  const scheme = new URL(webUrl).protocol.slice(0, -1)
  // A connection per request: a kept one could be closed by the API just as a POST is written to it.
  const proxy = createProxyServer({ target: apiUrl, xfwd: true, agent: false })
  proxy.on('error', (_error, _req, res) => {
    if (res instanceof http.ServerResponse) answerApiUnavailable(res)
  })
  const server = http.createServer((req, res) => {
    if (!isForApi(req.url ?? '/')) {
      handlePage(req, res).catch(() => res.destroy())
      return
    }
    dropClaims(req)
    req.headers['x-forwarded-proto'] = scheme
    proxy.web(req, res).catch(() => res.destroy())
  })
  server.requestTimeout = 0 // Node's five minutes would end the upload of a large log
  return server
}

function isForApi(url: string): boolean {
  return url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')
}

/** What a client says about proxies before us is not evidence. */
function dropClaims(req: http.IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (claims.test(name)) delete req.headers[name]
  }
}

function answerApiUnavailable(res: http.ServerResponse): void {
  if (res.headersSent) {
    res.destroy() // the only way left to say that the answer is not whole
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
