import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readTrustedProxies } from './client-address.ts'
import { createGateway, type GatewayOptions } from './gateway.ts'

const MEGABYTE = 1024 * 1024
const open: http.Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) close(server)
})

async function close(server: http.Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function listen(server: http.Server): Promise<string> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startGateway(api: http.RequestListener, options: Partial<GatewayOptions> = {}) {
  const apiUrl = await listen(http.createServer(api))
  const handlePage = async (_: unknown, res: http.ServerResponse) => void res.end('page')
  return listen(createGateway({ apiUrl, webUrl: 'http://localhost:3000', handlePage, ...options }))
}

const echoHeaders: http.RequestListener = (req, res) => res.end(JSON.stringify(req.headers))

test.each(['/api', '/api/v1/hosts', '/api?x=1'])('%s goes to the API', async (path) => {
  const gateway = await startGateway((req, res) => res.end(`api ${req.url}`))
  expect(await (await fetch(gateway + path)).text()).toBe(`api ${path}`)
})

test.each(['/', '/apiary', '/hosts/api/'])('%s is a page', async (path) => {
  const gateway = await startGateway((_, res) => res.end('api'))
  expect(await (await fetch(gateway + path)).text()).toBe('page')
})

test.each([
  ['https://steelyard.example', 'max-age=31536000'],
  ['http://steelyard.example', null],
])('pages of %s tell browsers for how long to insist on https: %s', async (webUrl, told) => {
  const gateway = await startGateway(echoHeaders, { webUrl })
  expect((await fetch(gateway)).headers.get('strict-transport-security')).toBe(told)
})

test('what a client claims about proxies in front of the gateway is replaced', async () => {
  const gateway = await startGateway(echoHeaders, { webUrl: 'https://steelyard.example' })
  const forged = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-user': 'root',
    'x-real-ip': '198.51.100.7',
    forwarded: 'for=198.51.100.7',
  }
  const seen = await (await fetch(`${gateway}/api/`, { headers: forged })).json()
  expect(seen).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': new URL(gateway).host,
  })
  expect(seen).not.toHaveProperty('x-forwarded-user')
  expect(seen).not.toHaveProperty('x-real-ip')
  expect(seen).not.toHaveProperty('forwarded')
})

const echoPage: GatewayOptions['handlePage'] = async (req, res) =>
  void res.end(JSON.stringify(req.headers))

test.each([
  ['nobody', '', '203.0.113.9, 198.51.100.7', '127.0.0.1'],
  ['another address', '192.0.2.1', '198.51.100.7', '127.0.0.1'],
  ['this proxy', 'loopback', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  [
    'a row of proxies',
    'loopback, 10.0.0.0/8',
    '203.0.113.9, 198.51.100.7, 10.1.2.3',
    '198.51.100.7',
  ],
  ['a proxy that names no address', 'loopback', 'unknown', '127.0.0.1'],
  ['a proxy that says nothing', 'loopback', undefined, '127.0.0.1'],
])('where %s is trusted, pages and the API learn who asks', async (_, list, said, address) => {
  const isTrusted = readTrustedProxies(list)
  const gateway = await startGateway(echoHeaders, { isTrusted, handlePage: echoPage })
  const headers: Record<string, string> = said ? { 'x-forwarded-for': said } : {}
  for (const path of ['/', '/api/v1/hosts']) {
    const seen = await (await fetch(gateway + path, { headers })).json()
    expect(seen['x-forwarded-for']).toBe(address)
  }
})

test('a list of proxies that cannot be read is refused', () => {
  expect(() => readTrustedProxies('loopback, nginx')).toThrow('nginx')
})

describe('pages', () => {
  const limits = { pagesPerMinute: 2 }
  const isTrusted = readTrustedProxies('loopback')
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  test('are limited per client and minute, files and the API are not', async () => {
    const log = { info: vi.fn() }
    const gateway = await startGateway((_, res) => res.end(), { limits, isTrusted, log })
    const ask = async (path: string, address = '192.0.2.1') =>
      (await fetch(gateway + path, from(address))).status
    const statuses = []
    for (const path of ['/', '/lab', '/lab', '/', '/_next/static/a.js', '/api/v1/hosts'])
      statuses.push(await ask(path))
    expect(statuses).toEqual([200, 200, 429, 429, 200, 200])
    expect(await ask('/', '192.0.2.2')).toBe(200)
    const refused = await fetch(gateway, from('192.0.2.1'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('asked for too many pages')
    await close(open.pop()!)
    expect(log.info.mock.calls).toEqual([
      [{ code: 'rate-limited', count: 3, lastFrom: '192.0.2.1' }, 'requests refused'],
    ])
  })

  test('are to be had again in the next minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const gateway = await startGateway(echoHeaders, { limits })
    const ask = async () => (await fetch(gateway)).status
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
    vi.setSystemTime(Date.now() + 61_000)
    expect(await ask()).toBe(200)
  })

  test('answer a form that was sent without scripts with a sentence', async () => {
    const gateway = await startGateway(echoHeaders)
    const body = new URLSearchParams({ password: 'hush-hush' })
    const answer = await fetch(`${gateway}/settings`, { method: 'POST', body })
    expect(answer.status).toBe(405)
    expect(await answer.text()).toContain('Nothing was changed.')
  })
})

describe('connections', () => {
  async function connect(gateway: string, localAddress: string): Promise<net.Socket> {
    const socket = net.connect({
      port: Number(new URL(gateway).port),
      host: '127.0.0.1',
      localAddress,
    })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.on('error', () => {}) // a reset is one way to close
    return socket
  }
  /** Asks over an open connection and returns the beginning of the answer. */
  async function ask(socket: net.Socket, path = '/'): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    return String(answer).split('\r\n', 1)[0] ?? ''
  }
  const limits = { connectionsPerClient: 3 }
  const log = { info: () => {} }

  /** Opens a connection and asks what is never answered. */
  async function connectAndWait(gateway: string, asked: EventEmitter): Promise<net.Socket> {
    const arrived = once(asked, 'asked')
    const socket = await connect(gateway, '127.0.0.1')
    socket.write('GET /api/v1/jobs/1/events HTTP/1.1\r\nhost: x\r\n\r\n')
    await arrived
    return socket
  }
  const closed = (socket: net.Socket) =>
    new Promise((resolve) => socket.resume().once('close', resolve))

  test('beyond those of one client take the place of its idle ones; others keep theirs', async () => {
    const asked = new EventEmitter()
    const gateway = await startGateway(() => asked.emit('asked'), {
      limits,
      log,
      handlePage: echoPage,
    })
    const other = await connect(gateway, '127.0.0.2')
    const waiting = await connectAndWait(gateway, asked)
    const idle = [await connect(gateway, '127.0.0.1'), await connect(gateway, '127.0.0.1')]
    const next = await connect(gateway, '127.0.0.1')
    await closed(idle[0]!)
    expect(await ask(next)).toBe('HTTP/1.1 200 OK')
    expect(await ask(other)).toBe('HTTP/1.1 200 OK')
    expect([waiting, ...idle].map(({ destroyed }) => destroyed)).toEqual([false, true, false])
  })

  test('beyond those of one client are refused while all of them wait for an answer', async () => {
    const asked = new EventEmitter()
    const gateway = await startGateway(() => asked.emit('asked'), { limits, log })
    for (let i = 0; i < 3; i++) await connectAndWait(gateway, asked)
    await closed(await connect(gateway, '127.0.0.1')) // otherwise times out
  })

  test('of a trusted proxy are as many as it needs', async () => {
    const isTrusted = readTrustedProxies('127.0.0.1')
    const gateway = await startGateway(() => {}, { limits, log, isTrusted })
    const sockets: net.Socket[] = []
    for (let i = 0; i < 5; i++) sockets.push(await connect(gateway, '127.0.0.1'))
    for (const socket of sockets) expect(await ask(socket)).toBe('HTTP/1.1 200 OK')
  })

  test('on which nothing is asked are closed', async () => {
    const gateway = await startGateway(() => {}, { limits: { headersWithinMs: 50 }, log })
    await closed(await connect(gateway, '127.0.0.1')) // otherwise times out
  })
})

test('a body far above ten megabytes arrives whole', async () => {
  const gateway = await startGateway(async (req, res) => {
    let bytes = 0
    for await (const chunk of req) bytes += chunk.length
    res.end(String(bytes))
  })
  const body = Buffer.alloc(40 * MEGABYTE, 7)
  const response = await fetch(`${gateway}/api/v1/uploads`, { method: 'POST', body })
  expect(await response.text()).toBe(String(body.length))
})

/** Sends a request, but only the first byte of its body. */
function beginBody(url: string): http.ClientRequest {
  const request = http.request(url, { method: 'POST', headers: { 'content-length': 100 } })
  request.write('x')
  return request
}

test('a body that does not arrive is cut off', async () => {
  const gateway = await startGateway(() => {}, { bodyWithinMs: 50 })
  const cut = once(beginBody(`${gateway}/api/v1/hosts`), 'response') // otherwise times out
  await expect(cut).rejects.toThrow('socket hang up')
})

test('the bytes of a file may arrive slowly, until they are answered', async () => {
  const api = new EventEmitter()
  const gateway = await startGateway((_, res) => api.emit('begun', res), { bodyWithinMs: 50 })
  const slow = beginBody(`${gateway}/api/v1/uploads/1/files/2`)
  const [answer] = await once(api, 'begun')
  const other = once(beginBody(`${gateway}/api/v1/uploads`), 'response')
  await expect(other).rejects.toThrow('socket hang up') // the first request's time is then over too
  expect(slow.destroyed).toBe(false)
  answer.writeHead(401).end()
  const [response] = await once(slow, 'response')
  expect(response.resume().statusCode).toBe(401)
  await once(slow, 'close')
})

test('an event is passed on while the answer is still open', async () => {
  const gateway = await startGateway((_, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write('data: first\n\n') // this answer never ends
  })
  const response = await fetch(`${gateway}/api/v1/jobs/1/events`)
  const { value } = await response.body!.getReader().read()
  expect(Buffer.from(value!).toString()).toBe('data: first\n\n')
})

test('when a client leaves, the request to the API ends', async () => {
  const api = new EventEmitter()
  const gateway = await startGateway((_, res) => {
    res.once('close', () => api.emit('left'))
    res.write('data: first\n\n')
  })
  const leaving = new AbortController()
  await fetch(`${gateway}/api/v1/jobs/1/events`, { signal: leaving.signal })
  const left = once(api, 'left') // without this event the test would time out
  leaving.abort()
  await left
})

test('without an API the answer is a problem document', async () => {
  const gone = http.createServer()
  const apiUrl = await listen(gone)
  gone.close()
  await once(gone, 'close')
  const handlePage = async () => {}
  const gateway = await listen(createGateway({ apiUrl, webUrl: 'http://localhost', handlePage }))
  const response = await fetch(`${gateway}/api/v1/hosts`)
  expect(response.status).toBe(502)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status: 502, code: 'api-unavailable' })
})

test('an answer that the API breaks off is broken off for the client too', async () => {
  const gateway = await startGateway((_, res) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('some')
    setImmediate(() => res.destroy())
  })
  const response = await fetch(`${gateway}/api/v1/hosts`)
  await expect(response.text()).rejects.toThrow()
})

test('an API that hangs is answered for, so that no page waits without end', async () => {
  const gateway = await startGateway(() => {}, { answerWithinMs: 50 })
  const answer = await fetch(`${gateway}/api/v1/hosts`)
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ code: 'api-unavailable' })
})

test.each([
  '/api/v1/jobs/1/events',
  '/api/v1/hosts/1/watch/events',
  '/api/v1/uploads/1/files/2',
  '/api/v1/uploads/1/sources/2',
  '/api/v1/uploads/1/sources/2/perfetto?seconds=30',
  '/api/v1/analyses/1/twin/perfetto',
  '/api/v1/uploads/1/requests?seconds=20',
  '/api/v1/uploads/1/requests/7',
  '/api/v1/audit-events/integrity',
])('%s may be silent for longer', async (path) => {
  const slow: http.RequestListener = (_, res) => setTimeout(() => res.end('at last'), 200)
  const gateway = await startGateway(slow, { answerWithinMs: 100 })
  expect(await (await fetch(gateway + path)).text()).toBe('at last')
})
