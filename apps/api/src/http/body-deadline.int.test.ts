import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInAs } from '../testing/sign-in.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let cookie: string
beforeAll(async () => {
  api = await startTestApi({ bodyWithinMs: 100 })
  ;({ cookie } = await signInAs(api, 'operator'))
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

/** Begins a request of whose body only the first byte is ever sent. */
function beginBody(path: string, headers: http.OutgoingHttpHeaders): http.ClientRequest {
  const { port } = api.app.server.address() as AddressInfo
  const request = http.request({ port, path: `/api/v1${path}`, method: 'POST' })
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value!)
  request.setHeader('content-length', 100)
  request.write('{')
  return request
}

it.each([
  ['of somebody', '/hosts', () => ({ cookie })],
  ['of nobody', '/session', () => ({})],
])('cuts off a request %s whose body does not arrive', async (_, path, headers) => {
  const request = beginBody(path, { 'content-type': 'application/json', ...headers() })
  const cut = once(request, 'response') // without a cut the test times out
  await expect(cut).rejects.toThrow('socket hang up')
})

it('gives the bytes of a file their time, but not those that no handler waits for', async () => {
  const upload = await api.deps.db.upload.create({ data: { name: 'slow' } })
  const headers = {
    'content-type': 'application/offset+octet-stream',
    'tus-resumable': '1.0.0',
    'upload-length': 100,
    'upload-metadata': `filename ${btoa('slow.log')}`,
  }
  const path = `/uploads/${upload.id}/files`
  const slow = beginBody(path, { ...headers, cookie })
  const refused = beginBody(path, headers)
  const [answer] = await once(refused, 'response')
  expect(answer.resume().statusCode).toBe(401)
  await once(refused, 'close') // by then the first request is past its deadline too
  expect(slow.destroyed).toBe(false)
  slow.on('error', () => {}).destroy()
})
