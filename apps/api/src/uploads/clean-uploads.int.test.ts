import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../testing/test-api.ts'
import { cleanUploads } from './clean-uploads.ts'
import { startUploadClient, type UploadClient } from './testing/upload-client.ts'

let client: UploadClient
let call: Caller

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  call = client.call
})
afterAll(() => client.close())

describe('cleanUploads', () => {
  const dayMs = 24 * 3600 * 1000
  const inEightDays = () => new Date(Date.now() + 8 * dayMs)
  const stored = (name: string) => path.join(client.api.deps.config.uploadDir, name)
  const agedBack = (id: string) =>
    client.api.deps.db.upload.update({ where: { id }, data: { createdAt: new Date(0) } })

  it('removes uploads that were begun and given up', async () => {
    const { db } = client.api.deps
    const old = await client.createUpload()
    await client.begin(old.id, { name: 'half.log', content: 'abc' })
    const fresh = await client.createUpload()
    await agedBack(old.id)
    await cleanUploads(client.api.deps)
    expect(await db.upload.findUnique({ where: { id: old.id } }), 'bytes are fresh').not.toBeNull()
    await cleanUploads(client.api.deps, inEightDays())
    expect(await db.upload.findUnique({ where: { id: old.id } })).toBeNull()
    expect(await db.uploadFile.count({ where: { uploadId: old.id } })).toBe(0)
    const events = await db.auditEvent.findMany({ where: { action: 'upload.expire' } })
    expect(events.map((event) => event.targetId)).toContain(old.id)
    expect(events.map((event) => event.targetId)).toContain(fresh.id)
  })

  const queued = (kind: contract.JobKind) => ({ job: { create: { kind, payload: {} } } })
  it.each([
    ['ready', { state: 'ready' }],
    ['refused', { state: 'refused' }],
    ['inspecting', queued('inspect-upload')],
    ['recording', queued('record-host')],
  ])('keeps an upload that is %s, however old, with its bytes', async (state, data) => {
    const { db } = client.api.deps
    const { id } = await client.createUpload()
    const location = await client.send(id, { name: 'a.log', content: 'kept' })
    await agedBack(id)
    await db.upload.update({ where: { id }, data })
    await cleanUploads(client.api.deps, inEightDays())
    expect((await call(contract.getUpload, { params: { id } })).body).toMatchObject({ state })
    expect(await db.uploadFile.count({ where: { uploadId: id } })).toBe(1)
    expect(readFileSync(stored(location.split('/').at(-1)!), 'utf8')).toBe('kept')
    const expired = { action: 'upload.expire', targetId: id }
    expect(await db.auditEvent.count({ where: expired })).toBe(0)
  })

  it('removes bytes that belong to no upload a day after they were written', async () => {
    const orphan = crypto.randomUUID()
    const fresh = crypto.randomUUID()
    const longAgo = new Date(Date.now() - 2 * dayMs)
    for (const name of [orphan, `${orphan}.json`, fresh, 'not-ours.txt'])
      writeFileSync(stored(name), 'x')
    for (const name of [orphan, `${orphan}.json`, 'not-ours.txt'])
      utimesSync(stored(name), longAgo, longAgo)
    await cleanUploads(client.api.deps)
    expect(existsSync(stored(orphan))).toBe(false)
    expect(existsSync(stored(`${orphan}.json`))).toBe(false)
    expect(existsSync(stored(fresh)), 'may be about to get its row').toBe(true)
    expect(existsSync(stored('not-ours.txt'))).toBe(true)
  })
})
