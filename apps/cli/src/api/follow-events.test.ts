import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { watchJob } from '@steelyard/contract'
import { afterEach, expect, it } from 'vitest'
import { apiAt } from './connect.ts'
import { followEvents } from './follow-events.ts'

let server: http.Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server whose first answers are these, in order. */
async function serve(...answers: ((response: http.ServerResponse) => void)[]) {
  server = http.createServer((_, response) => answers.shift()!(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return apiAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token')
}

const problem = (status: number) => (response: http.ServerResponse) => {
  const body = { type: 'a', title: 'b', status, detail: 'c', code: 'd', requestId: 'e' }
  response.writeHead(status, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify(body))
}

it('reads events however their bytes arrive, and goes on after a lost connection', async () => {
  const api = await serve(
    (response) => {
      response.write(': keep-alive\n\nevent: job\nda')
      setTimeout(() => response.write('ta: {"n":1}\n\nevent: job\ndata: {"n"'), 50)
      setTimeout(() => response.destroy(), 150)
    },
    problem(503),
    (response) => response.end('event: job\ndata: {"n":2}\n\n'),
    (response) => response.end('event: end\ndata: 3\n\n'),
  )
  const seen: unknown[] = []
  for await (const { name, data } of followEvents(api, watchJob, { id: 'a' })) {
    seen.push(data)
    if (name === 'end') break
  }
  expect(seen).toEqual([{ n: 1 }, { n: 2 }, 3])
})

it('is refused at once where it never began', async () => {
  for (const status of [404, 503]) {
    const api = await serve(problem(status))
    await expect(followEvents(api, watchJob, { id: 'a' }).next()).rejects.toThrow('c')
    server.close()
  }
  const api = await serve()
  server.close()
  await expect(followEvents(api, watchJob, { id: 'a' }).next()).rejects.toThrow('fetch failed')
})
