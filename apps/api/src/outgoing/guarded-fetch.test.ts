import dns from 'node:dns'
import { EventEmitter } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { parseAddressRules } from '@steelyard/xen'
import { afterEach, expect, it, vi } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { reasonOf } from './reason-of.ts'

let server: Server | undefined
afterEach(() => {
  vi.restoreAllMocks()
  server?.close()
})

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const ask = (address: string, allow = '', options = {}) =>
  guardedFetch(parseAddressRules(allow))(address, {
    method: 'GET',
    ...options,
  })
const named = (...addresses: string[]) =>
  vi
    .spyOn(dns.promises, 'lookup')
    .mockResolvedValue(addresses.map((address) => ({ address, family: 4 })) as never)

it.each([
  ['https://169.254.169.254/latest/meta-data', 'link-local'],
  ['https://100.100.100.200/', 'cloud metadata'],
  ['https://127.0.0.1:5432/', 'loopback'],
  ['https://[::1]/', 'loopback'],
  ['https://[::ffff:127.0.0.1]/', 'loopback'],
  ['https://0x7f000001/', 'loopback'],
  ['https://0.0.0.0/', 'unspecified'],
])('does not connect to %s', async (address, kind) => {
  await expect(ask(address)).rejects.toThrow(`it is a ${kind} address`)
})

it('judges the address behind a name, and connects to that very one', async () => {
  named('169.254.169.254')
  await expect(ask('https://login.example.org/')).rejects.toThrow('link-local')
  const port = await serve((request, answer) => answer.end(request.headers.host))
  named('127.0.0.1')
  const system = vi.spyOn(dns, 'lookup')
  const reply = await ask(`http://login.example.org:${port}/`, '127.0.0.0/8')
  expect(await reply.text()).toBe(`login.example.org:${port}`)
  expect(system).not.toHaveBeenCalled()
})

it('connects to nothing else once there is a list', async () => {
  await expect(ask('https://192.0.2.1/', '10.0.0.0/8')).rejects.toThrow('not among the addresses')
})

it('speaks http with this machine alone', async () => {
  named('192.0.2.1')
  await expect(ask('http://login.example.org/')).rejects.toThrow('is not https')
  named('127.0.0.1', '192.0.2.1')
  await expect(ask('http://login.example.org/', '127.0.0.0/8,192.0.2.1')).rejects.toThrow(
    'is not https',
  )
})

it('follows no redirect', async () => {
  const seen: string[] = []
  const port = await serve((request, answer) => {
    seen.push(request.url!)
    answer.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect((await ask(`http://127.0.0.1:${port}/`, '127.0.0.0/8')).status).toBe(302)
  expect(seen).toEqual(['/'])
})

it('reads no endless answer, and waits no longer than it is told to', async () => {
  const port = await serve((request, answer) => {
    if (request.url === '/silent') return
    const send = () => answer.write(Buffer.alloc(65_536)) && setImmediate(send)
    answer.on('drain', send).on('close', () => answer.removeAllListeners())
    send()
  })
  const here = `http://127.0.0.1:${port}`
  await expect(ask(here, '127.0.0.0/8')).rejects.toThrow('its answer is too large')
  const signal = AbortSignal.timeout(50)
  await expect(ask(`${here}/silent`, '127.0.0.0/8', { signal })).rejects.toThrow(/abort/i)
})

it('waits no longer for a name server either', async () => {
  vi.spyOn(dns.promises, 'lookup').mockReturnValue(new Promise(() => {}) as never)
  const signal = AbortSignal.timeout(50)
  await expect(ask('https://login.example.org/', '', { signal })).rejects.toThrow(/abort/i)
})

it('sends what it was given', async () => {
  const port = await serve(async (request, answer) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer.setHeader('x-two', ['a', 'b'])
    answer.end(`${request.method} ${request.headers['x-one']} ${body}`)
  })
  const reply = await ask(`http://127.0.0.1:${port}/`, '127.0.0.0/8', {
    method: 'POST',
    headers: { 'x-one': '1' },
    body: new URLSearchParams({ a: 'b c' }),
  })
  expect([await reply.text(), reply.headers.get('x-two')]).toEqual(['POST 1 a=b+c', 'a, b'])
})

/** What is said of an address whose connection fails in each of these ways. */
async function saidOf(address: string, allow = ''): Promise<Set<string>> {
  named(address)
  const said = new Set<string>()
  for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ETIMEDOUT']) {
    vi.spyOn(https, 'request').mockImplementationOnce(() => {
      const request = Object.assign(new EventEmitter(), {
        end: () =>
          queueMicrotask(() => request.emit('error', Object.assign(new Error(code), { code }))),
      })
      return request as never
    })
    await ask('https://inner.example.org/', allow).catch((error) => said.add(reasonOf(error)))
  }
  return said
}

it('does not tell what is at addresses within a network, unless they are listed', async () => {
  const [sentence, ...more] = await saidOf('10.0.0.7')
  expect([sentence, more]).toEqual([expect.stringMatching(/^nothing could be exchanged/), []])
  for (const address of ['192.168.0.1', '100.64.0.1', '172.20.0.1'])
    expect([...(await saidOf(address))]).toEqual([sentence])
  expect((await saidOf('10.0.0.7', '10.0.0.0/8')).size).toBe(4)
  expect((await saidOf('8.8.8.8')).size).toBe(4)
})
