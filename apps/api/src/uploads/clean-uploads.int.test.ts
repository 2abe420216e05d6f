import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '../files/open-files.ts'
import type { Caller } from '../testing/test-api.ts'
import { cleanUploads } from './clean-uploads.ts'
import { diskOf } from './testing/stored-path.ts'
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
  const storedAt = (location: string) => stored(location.split('/').at(-1)!)
  const agedBack = (id: string) =>
    client.api.deps.db.upload.update({ where: { id }, data: { createdAt: new Date(0) } })
  const writtenAt = (uploadId: string, at: Date) =>
    client.api.deps.db.uploadFile.updateMany({ where: { uploadId }, data: { writtenAt: at } })
  const exists = async (id: string) =>
    (await client.api.deps.db.upload.findUnique({ where: { id } })) !== null

  it('removes uploads that were begun and given up', async () => {
    const { db } = client.api.deps
    const old = await client.createUpload()
    await client.begin(old.id, { name: 'half.log', content: 'abc' })
    const fresh = await client.createUpload()
    await agedBack(old.id)
    await cleanUploads(client.api.deps)
    expect(await exists(old.id), 'bytes are fresh').toBe(true)
    expect(await exists(fresh.id), 'was only just begun').toBe(true)
    await cleanUploads(client.api.deps, inEightDays())
    expect(await exists(old.id)).toBe(false)
    expect(await db.uploadFile.count({ where: { uploadId: old.id } })).toBe(0)
    const events = await db.auditEvent.findMany({ where: { action: 'upload.expire' } })
    expect(events).toContainEqual(
      expect.objectContaining({
        actorName: 'worker',
        targetKind: 'upload',
        targetId: old.id,
        targetName: old.name,
      }),
    )
    expect(events.map((event) => event.targetId)).toContain(fresh.id)
  })

  it('gives an upload up when more than seven days went by since its last byte', async () => {
    const { id } = await client.createUpload()
    await client.begin(id, { name: 'half.log', content: 'abc' })
    await agedBack(id)
    const writtenMs = Date.UTC(2026, 0, 1)
    await writtenAt(id, new Date(writtenMs))
    await cleanUploads(client.api.deps, new Date(writtenMs + 7 * dayMs))
    expect(await exists(id)).toBe(true)
    await cleanUploads(client.api.deps, new Date(writtenMs + 7 * dayMs + 1))
    expect(await exists(id)).toBe(false)
  })

  it('gives an upload up by its last byte also where its bytes are not on this disk', async () => {
    const { id } = await client.createUpload()
    const file = storedAt(await client.begin(id, { name: 'half.log', content: 'abc' }))
    await agedBack(id)
    rmSync(file)
    await cleanUploads(client.api.deps)
    expect(await exists(id)).toBe(true)
    await writtenAt(id, new Date(0))
    await cleanUploads(client.api.deps)
    expect(await exists(id)).toBe(false)
  })

  it('finds nothing to do before the first upload has made the directory', async () => {
    const place = { ...diskOf(client.api.deps.config), directory: stored('not-there') }
    const deps = { ...client.api.deps, files: openFiles(place) }
    await expect(cleanUploads(deps)).resolves.toBeUndefined()
  })

  it('removes a file of which nothing came for an hour, and keeps the others', async () => {
    const { db } = client.api.deps
    const { id, name } = await client.createUpload()
    const unsent = await client.begin(id, { name: 'unsent.log', content: 'abc' })
    const sent = await client.send(id, { name: 'sent.log', content: 'abc' })
    const empty = await client.begin(id, { name: 'empty.log', content: '' })
    const names = async () =>
      (await db.uploadFile.findMany({ where: { uploadId: id } })).map((file) => file.name).sort()
    await cleanUploads(client.api.deps)
    expect(await names()).toEqual(['empty.log', 'sent.log', 'unsent.log'])
    await cleanUploads(client.api.deps, new Date(Date.now() + dayMs / 24 + 1000))
    expect(await names()).toEqual(['empty.log', 'sent.log'])
    expect(existsSync(storedAt(unsent))).toBe(false)
    expect(existsSync(storedAt(sent)) && existsSync(storedAt(empty))).toBe(true)
    const events = await db.auditEvent.findMany({
      where: { action: 'upload.expire-file', targetId: id },
    })
    expect(events).toMatchObject([
      { actorName: 'worker', targetName: name, detail: { file: 'unsent.log' } },
    ])
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
    expect(readFileSync(storedAt(location), 'utf8')).toBe('kept')
    const expired = { action: 'upload.expire', targetId: id }
    expect(await db.auditEvent.count({ where: expired })).toBe(0)
  })

  it('removes bytes that belong to no upload a day after they were written', async () => {
    const orphan = crypto.randomUUID()
    const fresh = crypto.randomUUID()
    const nowMs = Date.UTC(2026, 0, 2)
    const place = (name: string, ms: number) => {
      writeFileSync(stored(name), 'x')
      utimesSync(stored(name), ms / 1000, ms / 1000)
    }
    for (const name of [orphan, `${orphan}.json`, 'not-ours.txt']) place(name, nowMs - dayMs - 1000)
    place(fresh, nowMs - dayMs)
    await cleanUploads(client.api.deps, new Date(nowMs))
    expect(existsSync(stored(orphan))).toBe(false)
    expect(existsSync(stored(`${orphan}.json`))).toBe(false)
    expect(existsSync(stored(fresh)), 'may be about to get its row').toBe(true)
    expect(existsSync(stored('not-ours.txt'))).toBe(true)
  })
})
