import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUploadClient, TUS, type UploadClient } from '../testing/upload-client.ts'

const BYTES = { 'content-type': 'application/offset+octet-stream' }
const content = Buffer.from('0123456789'.repeat(10))

let client: UploadClient
let uploadId: string

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  client.api.deps.config.maxFileBytes = 10_000
  uploadId = (await client.createUpload()).id
})
afterAll(() => client.close())

const files = (id = uploadId) => `/api/v1/uploads/${id}/files`
const stored = (location: string) =>
  path.join(client.api.deps.config.uploadDir, location.split('/').at(-1)!)
const fileRow = (location: string) =>
  client.api.deps.db.uploadFile.findUnique({ where: { id: location.split('/').at(-1)! } })

describe('POST …/files', () => {
  it('201 begins a file under a relative address, named by the server', async () => {
    const location = await client.begin(uploadId, { name: 'access/vm1.log', content })
    expect(location).toMatch(new RegExp(`^/api/v1/uploads/${uploadId}/files/[0-9a-f-]{36}$`))
    expect(await fileRow(location)).toMatchObject({
      name: 'access/vm1.log',
      sizeBytes: 100n,
      receivedBytes: 0n,
      state: 'receiving',
    })
  })

  it.each(['vm1\u202egol.exe', 'vm1\n.log', 'vm1\u0085.log'])(
    '400 for a name with characters that cannot be seen: %j',
    async (name) => {
      const metadata = `filename ${Buffer.from(name).toString('base64')}`
      const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': metadata }
      const reply = await client.raw({ method: 'POST', url: files(), headers })
      expect(JSON.parse(reply.body)).toMatchObject({
        status: 400,
        invalidParams: [
          { name: 'Upload-Metadata.filename', reason: expect.stringContaining('U+202E') },
        ],
      })
    },
  )

  it('201 keeps a hostile name out of paths', async () => {
    const location = await client.send(uploadId, { name: '../../etc/cron.d/evil', content })
    expect(await fileRow(location)).toMatchObject({ name: 'etc/cron.d/evil' })
    expect(readFileSync(stored(location))).toEqual(content)
  })

  it.each(['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', 'yesterday'])(
    '201 leaves out a modification time of %s',
    async (modifiedAt) => {
      const location = await client.begin(uploadId, { name: 'dated.log', content, modifiedAt })
      expect(await fileRow(location)).toMatchObject({ modifiedAt: null })
    },
  )

  it('201 accepts the first bytes in the same request (creation-with-upload)', async () => {
    const reply = await client.raw({
      method: 'POST',
      url: files(),
      headers: { ...TUS, ...BYTES, 'upload-length': '100' },
      payload: content,
    })
    expect(reply).toMatchObject({ status: 201 })
    expect(reply.headers['upload-offset']).toBe('100')
    expect(await fileRow(String(reply.headers.location))).toMatchObject({
      name: 'unnamed',
      state: 'complete',
    })
  })

  it('201 completes an empty file at once', async () => {
    const location = await client.begin(uploadId, { name: 'empty.log', content: '' })
    expect(await fileRow(location)).toMatchObject({ state: 'complete' })
  })

  it('400 without a length', async () => {
    const reply = await client.raw({ method: 'POST', url: files(), headers: TUS })
    expect(reply.status).toBe(400)
    expect(JSON.parse(reply.body)).toMatchObject({ status: 400 })
  })

  it('400 with a deferred length', async () => {
    const before = readdirSync(client.api.deps.config.uploadDir).length
    const headers = { ...TUS, 'upload-defer-length': '1' }
    const reply = await client.raw({ method: 'POST', url: files(), headers })
    expect(JSON.parse(reply.body)).toMatchObject({ status: 400, code: 'upload-length-missing' })
    expect(readdirSync(client.api.deps.config.uploadDir).length).toBe(before)
  })

  it('400 without the tus header', async () => {
    const headers = { 'upload-length': '1' }
    expect(await client.raw({ method: 'POST', url: files(), headers })).toMatchObject({
      status: 400,
    })
  })

  it('401 without credentials, and 403 for users who may only read', async () => {
    const url = files()
    const anonymous = await client.api.app.inject({ method: 'POST', url, headers: TUS })
    expect(anonymous.statusCode).toBe(401)
    const reader = await startReader()
    expect((await reader('POST', url)).statusCode).toBe(403)
    expect((await reader('PATCH', `${url}/${crypto.randomUUID()}`)).statusCode).toBe(403)
  })

  it('404 for an upload that does not exist, storing nothing', async () => {
    const before = readdirSync(client.api.deps.config.uploadDir).length
    const headers = { ...TUS, 'upload-length': '5' }
    const reply = await client.raw({ method: 'POST', url: files(crypto.randomUUID()), headers })
    expect(JSON.parse(reply.body)).toMatchObject({ status: 404, code: 'upload-not-found' })
    expect(readdirSync(client.api.deps.config.uploadDir).length).toBe(before)
  })

  it('409 while the upload is being inspected', async () => {
    const { id } = await client.createUpload()
    await client.send(id, { name: 'a.log', content })
    await client.call(contract.inspectUpload, { params: { id } })
    const headers = { ...TUS, 'upload-length': '5' }
    const reply = await client.raw({ method: 'POST', url: files(id), headers })
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'upload-being-inspected' })
    expect(reply.status).toBe(409)
  })

  it('422 for a file that does not fit on the disk, storing nothing', async () => {
    const { config } = client.api.deps
    const before = readdirSync(config.uploadDir).length
    const { maxFileBytes } = config
    config.maxFileBytes = Number.MAX_SAFE_INTEGER
    const headers = { ...TUS, 'upload-length': String(2 ** 52) }
    const reply = await client.raw({ method: 'POST', url: files(), headers })
    config.maxFileBytes = maxFileBytes
    expect(JSON.parse(reply.body)).toMatchObject({ status: 422, code: 'no-space-left' })
    expect(readdirSync(config.uploadDir).length).toBe(before)
  })

  it('400 for an extension of tus that is not offered', async () => {
    const headers = { ...TUS, 'upload-length': '5', 'upload-concat': 'partial' }
    const reply = await client.raw({ method: 'POST', url: files(), headers })
    expect(JSON.parse(reply.body)).toMatchObject({ status: 400, code: 'tus-invalid' })
  })

  it('413 for a file that is too large, before its first byte', async () => {
    const headers = { ...TUS, 'upload-length': '10001' }
    const reply = await client.raw({ method: 'POST', url: files(), headers })
    expect(reply.status).toBe(413)
    expect(reply.headers['content-type']).toContain('application/problem+json')
  })
})

describe('HEAD and PATCH …/files/:fileId', () => {
  it('204 receives the same bytes in two parts with a HEAD between them', async () => {
    const location = await client.begin(uploadId, { name: 'resumed.log', content })
    const first = await client.raw({
      method: 'PATCH',
      url: location,
      headers: { ...TUS, ...BYTES, 'upload-offset': '0' },
      payload: content.subarray(0, 37),
    })
    expect(first.status).toBe(204)
    const head = await client.raw({ method: 'HEAD', url: location, headers: TUS })
    expect(head).toMatchObject({ status: 200 })
    expect(head.headers).toMatchObject({ 'upload-offset': '37', 'upload-length': '100' })
    expect(head.headers['cache-control']).toContain('no-store')
    const rest = await client.raw({
      method: 'PATCH',
      url: location,
      headers: { ...TUS, ...BYTES, 'upload-offset': '37' },
      payload: content.subarray(37),
    })
    expect(rest.status).toBe(204)
    expect(readFileSync(stored(location))).toEqual(content)
    expect(await fileRow(location)).toMatchObject({ state: 'complete', receivedBytes: 100n })
  })

  it('resumes after a broken connection', async () => {
    await client.api.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = client.api.app.server.address() as AddressInfo
    const token = await client.call(contract.createToken, {
      body: { name: 'broken', scopes: ['uploads:write'] },
    })
    const headers = { ...TUS, authorization: `Bearer ${token.body.secret}` }
    const location = await client.begin(uploadId, { name: 'broken.log', content })
    const url = `http://127.0.0.1:${port}${location}`
    const half = new ReadableStream({
      async start(controller) {
        controller.enqueue(content.subarray(0, 40))
        await storedBytes(location, 40)
        controller.error(new Error('the cable was pulled'))
      },
    })
    const request = { method: 'PATCH', headers: { ...headers, ...BYTES, 'upload-offset': '0' } }
    await expect(
      fetch(url, { ...request, body: half, duplex: 'half' } as RequestInit),
    ).rejects.toThrow()
    let offset = ''
    for (let attempt = 0; attempt < 50 && offset !== '40'; attempt++) {
      const head = await fetch(url, { method: 'HEAD', headers })
      offset = head.headers.get('upload-offset') ?? ''
    }
    expect(offset).toBe('40')
    const rest = await fetch(url, {
      method: 'PATCH',
      headers: { ...headers, ...BYTES, 'upload-offset': '40' },
      body: content.subarray(40),
    })
    expect(rest.status).toBe(204)
    expect(readFileSync(stored(location))).toEqual(content)
  })

  it('404 for a file of another upload', async () => {
    const location = await client.begin(uploadId, { name: 'mine.log', content })
    const other = await client.createUpload()
    const url = location.replace(uploadId, other.id)
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      expect((await client.raw({ method, url, headers: TUS })).status).toBe(404)
    }
  })

  it('409 at the wrong offset', async () => {
    const location = await client.begin(uploadId, { name: 'offset.log', content })
    const reply = await client.raw({
      method: 'PATCH',
      url: location,
      headers: { ...TUS, ...BYTES, 'upload-offset': '5' },
      payload: content,
    })
    expect(JSON.parse(reply.body)).toMatchObject({ status: 409 })
  })

  it('413 for more bytes than were announced', async () => {
    const location = await client.begin(uploadId, { name: 'more.log', content: 'abc' })
    const reply = await client.raw({
      method: 'PATCH',
      url: location,
      headers: { ...TUS, ...BYTES, 'upload-offset': '0' },
      payload: content,
    })
    expect(reply.status).toBe(413)
  })

  it('415 for bytes of another type', async () => {
    const location = await client.begin(uploadId, { name: 'type.log', content })
    const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'text/plain' }
    const reply = await client.raw({ method: 'PATCH', url: location, headers, payload: content })
    expect(reply.status).toBe(415)
    expect(readFileSync(stored(location)).length).toBe(0)
  })
})

describe('DELETE …/files/:fileId', () => {
  it('204 removes row and bytes', async () => {
    const location = await client.send(uploadId, { name: 'gone.log', content })
    expect((await client.raw({ method: 'DELETE', url: location, headers: TUS })).status).toBe(204)
    expect(await fileRow(location)).toBeNull()
    expect(existsSync(stored(location))).toBe(false)
    expect((await client.raw({ method: 'HEAD', url: location, headers: TUS })).status).toBe(404)
  })
})

describe('an address that names another file after its path', () => {
  it.each(['?x=/', '#/'])('affects the file of the path only: %s', async (behind) => {
    const other = await client.createUpload()
    const victim = await client.begin(other.id, { name: 'victim.log', content })
    const location = await client.begin(uploadId, { name: 'named.log', content })
    const url = `${location}${behind}${victim.split('/').at(-1)}`
    const headers = { ...TUS, ...BYTES, 'upload-offset': '0' }
    const sent = await client.raw({ method: 'PATCH', url, headers, payload: content })
    expect(sent.status).toBe(204)
    expect(readFileSync(stored(location))).toEqual(content)
    expect(readFileSync(stored(victim))).toHaveLength(0)
    expect((await client.raw({ method: 'DELETE', url, headers: TUS })).status).toBe(204)
    expect(existsSync(stored(location))).toBe(false)
    expect(existsSync(stored(victim))).toBe(true)
  })
})

describe('OPTIONS …/files', () => {
  it('204 lists what the server can do', async () => {
    const reply = await client.raw({ method: 'OPTIONS', url: files() })
    expect(reply.headers).toMatchObject({ 'tus-version': '1.0.0' })
    expect(String(reply.headers['tus-extension'])).toContain('creation-with-upload')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })
})

/** Waits until this many bytes have reached the disk. */
async function storedBytes(location: string, bytes: number): Promise<void> {
  while (statSync(stored(location)).size < bytes) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function startReader() {
  const token = await client.call(contract.createToken, {
    body: { name: 'reader', scopes: ['uploads:read'] },
  })
  const headers = { ...TUS, authorization: `Bearer ${token.body.secret}` }
  return (method: 'POST' | 'PATCH', url: string) => client.api.app.inject({ method, url, headers })
}
