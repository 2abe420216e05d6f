import { existsSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../testing/test-api.ts'
import { startUploadClient, type UploadClient } from './testing/upload-client.ts'

let client: UploadClient
let call: Caller
let viewer: Caller
const nowhere = crypto.randomUUID()

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  call = client.call
  viewer = await client.api.as('viewer')
})
afterAll(() => client.close())

describe('createUpload', () => {
  it('201 opens an upload and audits it', async () => {
    const reply = await call(contract.createUpload, { body: { name: 'Monday' } })
    expect(reply.status).toBe(201)
    expect(contract.Upload.parse(reply.body)).toMatchObject({
      name: 'Monday',
      state: 'receiving',
      files: [],
    })
    expect(reply.headers.location).toBe(`/api/v1/uploads/${reply.body.id}`)
    const events = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: reply.body.id },
    })
    expect(events.map((event) => event.action)).toEqual(['upload.create'])
  })

  it('201 once for one idempotency key', async () => {
    const send = () =>
      call(contract.createUpload, { body: {}, headers: { 'idempotency-key': 'k-upload' } })
    const [first, second] = [await send(), await send()]
    expect(second.body.id).toBe(first.body.id)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('400 for a host that does not exist', async () => {
    const reply = await call(contract.createUpload, { body: { hostId: nowhere } })
    expect(reply).toMatchObject({ status: 422 })
    expect(reply.body.invalidParams[0].name).toBe('body.hostId')
  })

  it('401 without credentials and 403 without the permission', async () => {
    expect((await client.api.anonymous(contract.createUpload, { body: {} })).status).toBe(401)
    expect((await viewer(contract.createUpload, { body: {} })).status).toBe(403)
  })
})

describe('updateUpload', () => {
  it('200 renames it and audits both names; 400, 403, 404', async () => {
    const { id } = await client.createUpload({ name: 'before' })
    const rename = { params: { id }, body: { name: 'after' } }
    expect(await call(contract.updateUpload, rename)).toMatchObject({
      status: 200,
      body: { id, name: 'after' },
    })
    const event = await client.api.deps.db.auditEvent.findFirstOrThrow({
      where: { targetId: id, action: 'upload.rename' },
    })
    expect([event.targetName, event.detail]).toEqual(['before', { name: 'after' }])
    const empty = await call(contract.updateUpload, { params: { id }, body: { name: '' } })
    expect(empty.status).toBe(400)
    expect((await viewer(contract.updateUpload, rename)).status).toBe(403)
    const none = await call(contract.updateUpload, { ...rename, params: { id: nowhere } })
    expect(none.status).toBe(404)
  })
})

describe('listUploads and getUpload', () => {
  it('200 newest first, page by page', async () => {
    const { id } = await client.createUpload({ name: 'newest' })
    const first = await viewer(contract.listUploads, { query: { limit: 1 } })
    expect(first.body.data).toMatchObject([{ id, name: 'newest' }])
    const cursor = first.body.meta.nextCursor
    const second = await viewer(contract.listUploads, { query: { limit: 1, cursor } })
    expect(second.body.data[0].id).not.toBe(id)
    expect((await viewer(contract.getUpload, { params: { id } })).body.name).toBe('newest')
  })

  it('400, 401 and 404 for invalid, anonymous and unknown requests', async () => {
    expect((await call(contract.getUpload, { params: { id: 'x' } })).status).toBe(400)
    const params = { id: nowhere }
    expect((await client.api.anonymous(contract.getUpload, { params })).status).toBe(401)
    expect(await call(contract.getUpload, { params })).toMatchObject({
      status: 404,
      body: { code: 'upload-not-found' },
    })
  })
})

describe('inspectUpload', () => {
  it('202 starts a job and returns its address', async () => {
    const { id } = await client.createUpload()
    await client.send(id, { name: 'a.log', content: 'x' })
    const reply = await call(contract.inspectUpload, { params: { id } })
    expect(reply.status).toBe(202)
    expect(reply.body.upload.state).toBe('inspecting')
    expect(reply.body.job).toMatchObject({ state: 'queued', subject: { kind: 'upload', id } })
    expect(reply.headers.location).toBe(`/api/v1/jobs/${reply.body.job.id}`)
  })

  it('409 for a simultaneous second inspection, and reopens a cancelled one', async () => {
    const { id } = await client.createUpload()
    await client.send(id, { name: 'a.log', content: 'x' })
    const { job } = (await call(contract.inspectUpload, { params: { id } })).body
    expect(await call(contract.inspectUpload, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'upload-being-inspected' },
    })
    await call(contract.cancelJob, { params: { id: job.id } })
    expect((await call(contract.getUpload, { params: { id } })).body.state).toBe('receiving')
  })

  it('409 while a file is incomplete, naming it', async () => {
    const { id } = await client.createUpload()
    await client.begin(id, { name: 'half.log', content: 'abc' })
    const reply = await call(contract.inspectUpload, { params: { id } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'upload-incomplete' } })
    expect(reply.body.detail).toContain('half.log')
  })

  it('422 without files, 403 and 404 for unprivileged and unknown requests', async () => {
    const { id } = await client.createUpload()
    expect(await call(contract.inspectUpload, { params: { id } })).toMatchObject({
      status: 422,
      body: { code: 'upload-empty' },
    })
    expect((await viewer(contract.inspectUpload, { params: { id } })).status).toBe(403)
    expect((await call(contract.inspectUpload, { params: { id: nowhere } })).status).toBe(404)
  })
})

describe('deleteUpload', () => {
  it('204 removes rows and bytes', async () => {
    const { id } = await client.createUpload()
    const location = await client.send(id, { name: 'a.log', content: 'x' })
    expect((await call(contract.deleteUpload, { params: { id } })).status).toBe(204)
    expect((await call(contract.getUpload, { params: { id } })).status).toBe(404)
    const fileId = location.split('/').at(-1)!
    const { uploadDir } = client.api.deps.config
    expect(existsSync(path.join(uploadDir, fileId))).toBe(false)
    expect(existsSync(path.join(uploadDir, `${fileId}.json`))).toBe(false)
  })

  it('403, 404, and 409 while it is inspected', async () => {
    const { id } = await client.createUpload()
    await client.send(id, { name: 'a.log', content: 'x' })
    expect((await viewer(contract.deleteUpload, { params: { id } })).status).toBe(403)
    expect((await call(contract.deleteUpload, { params: { id: nowhere } })).status).toBe(404)
    await call(contract.inspectUpload, { params: { id } })
    expect((await call(contract.deleteUpload, { params: { id } })).status).toBe(409)
  })
})
