import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createGateway } from './gateway.ts'

const MEGABYTE = 1024 * 1024
const open: http.Server[] = []

afterEach(() => {
  for (const server of open.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function listen(server: http.Server): Promise<string> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startGateway(
  api: http.RequestListener,
  options: { webUrl?: string; bodyWithinMs?: number } = {},
) {
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

test('a page sees no such claim either', async () => {
  const handlePage = async (req: http.IncomingMessage, res: http.ServerResponse) =>
    void res.end(JSON.stringify(req.headers))
  const webUrl = 'http://localhost:3000'
  const gateway = await listen(createGateway({ apiUrl: 'http://127.0.0.1:1', webUrl, handlePage }))
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const seen = await (await fetch(gateway, { headers })).json()
  expect(seen).not.toHaveProperty('x-forwarded-for')
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
