import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { typeScript } from '../../scripts/lib/form/sources.ts'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { inRoot, root } from '../../scripts/lib/paths.ts'
import type { Product } from '../../scripts/lib/product/start-product.ts'
import { withLongNames, withShortNames } from './long-names.ts'

/** Headers that no longer hold when the body is another one. */
const OF_THE_BODY = ['content-length', 'transfer-encoding', 'etag']

/**
 * Runs `use` with a second dashboard of the same installation, to which the API speaks with long
 * names. Nothing in the installation changes, so journeys that share it go on as before.
 */
export async function withDashboardOfLongNames(
  { apiPort, webUrl }: Product,
  use: (webUrl: string) => Promise<void>,
): Promise<void> {
  const api = http.createServer((request, response) => {
    forward(request, response, apiPort, webUrl).catch(() => response.destroy())
  })
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const dashboard = spawn(process.execPath, [...typeScript, inRoot('apps/web/server.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      STEELYARD_HOST: '127.0.0.1',
      STEELYARD_WEB_PORT: String(port),
      STEELYARD_WEB_URL: url,
      STEELYARD_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(dashboard, 'exit')
  try {
    await Promise.race([once(dashboard, 'message'), ended])
    await use(url)
  } finally {
    dashboard.kill('SIGTERM')
    await ended
    api.closeAllConnections()
    api.close()
  }
}

async function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  apiPort: number,
  webUrl: string,
): Promise<void> {
  const body = withShortNames(await text(request))
  const { 'if-none-match': _etag, 'content-length': _length, ...headers } = request.headers
  const asked = http.request({
    host: '127.0.0.1',
    port: apiPort,
    method: request.method,
    path: withShortNames(request.url ?? '/'),
    agent: false,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(headers.origin && { origin: webUrl }),
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    },
  })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
  response.on('close', () => asked.destroy()) // an event stream has no end of its own
  const kept = Object.entries(answer.headers).filter(([name]) => !OF_THE_BODY.includes(name))
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
  if (!answer.headers['content-type']?.includes('json')) answer.pipe(response)
  else response.end(withLongNames(await text(answer)))
}
