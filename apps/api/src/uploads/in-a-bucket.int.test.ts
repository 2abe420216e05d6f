import * as contract from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFiles } from '../files/open-files.ts'
import {
  canStartObjectStore,
  type ObjectStore,
  startObjectStore,
} from '../files/testing/object-store.ts'
import { buildApp } from '../http/build-app.ts'
import { modules } from '../modules.ts'
import { generatedLog } from './testing/generated-log.ts'
import { sampleFiles, startUploadClient, TUS, type UploadClient } from './testing/upload-client.ts'

const BYTES = { 'content-type': 'application/offset+octet-stream' }

const inBucket = it.skipIf(!canStartObjectStore)

let store: ObjectStore
let client: UploadClient
/** Another API on the same database and bucket. */
let second: FastifyInstance
beforeAll(async () => {
  if (!canStartObjectStore) return
  store = await startObjectStore()
  client = await startUploadClient({ env: store.env })
  second = await buildApp(client.api.deps, modules)
}, 600_000)
afterAll(async () => {
  await second?.close()
  await client?.close()
  await store?.stop()
})

function patch(app: FastifyInstance, url: string, offset: number, payload: Buffer) {
  const { authorization } = client
  const headers = { ...TUS, ...BYTES, authorization, 'upload-offset': String(offset) }
  return app.inject({ method: 'PATCH', url, headers, payload })
}

function offset(app: FastifyInstance, url: string) {
  const headers = { ...TUS, authorization: client.authorization }
  return app.inject({ method: 'HEAD', url, headers })
}

async function stored(): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of openFiles(store.setting).list()) ids.push(id)
  return ids.sort()
}

inBucket(
  'an upload is begun on one API and finished on another, inspected, analysed, and removed',
  async () => {
    const first = client.api.app
    const { id } = await client.createUpload()
    const content = generatedLog(240_000) // 17 MiB: more than two parts
    const location = await client.begin(id, { name: 'vm1.log', content })
    const half = 9 * 2 ** 20
    expect((await patch(first, location, 0, content.subarray(0, half))).statusCode).toBe(204)
    const asked = await offset(second, location)
    expect(asked.headers['upload-offset']).toBe(String(half))
    expect(asked.headers['upload-metadata']).toContain('filename')
    expect((await patch(second, location, half, content.subarray(half))).statusCode).toBe(204)
    const upload = await client.inspect(id)
    expect(upload).toMatchObject({ state: 'ready', sources: [{ kind: 'access-log' }] })
    expect(await stored()).toEqual([upload.files[0]!.id])
    expect((await client.call(contract.deleteUpload, { params: { id } })).status).toBe(204)
    expect(await stored()).toEqual([])
  },
)

inBucket('a recording is analysed, and its trace read in threads', async () => {
  const host = await client.api.deps.db.host.create({ data: { name: 'traced' } })
  const upload = await client.upload(sampleFiles('traced-equal'))
  expect(upload.state).toBe('ready')
  const analysis = await client.analyse({ hostId: host.id, uploadIds: [upload.id] })
  expect(analysis.state).toBe('succeeded')
  const query = { fromSeconds: 0, seconds: 5 }
  const params = { id: upload.id }
  const listed = await client.call(contract.listTracedRequests, { params, query })
  expect(listed).toMatchObject({ status: 200 })
})

inBucket(
  'while the store is away an upload waits, other answers come, and nothing is lost',
  async () => {
    const { id } = await client.createUpload()
    const content = generatedLog(60_000)
    const location = await client.begin(id, { name: 'vm1.log', content })
    expect((await patch(second, location, 0, content.subarray(0, 1000))).statusCode).toBe(204)
    await store.kill()
    const [refused, list, ready] = await Promise.all([
      patch(second, location, 1000, content.subarray(1000)),
      client.call(contract.listUploads, { query: {} }),
      client.call(contract.getLive),
    ])
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'files-unavailable' })
    expect(refused.headers['retry-after']).toBe('5')
    expect([list.status, ready.status]).toEqual([200, 200])
    await store.restart()
    const there = Number((await offset(second, location)).headers['upload-offset'])
    expect(there).toBe(1000)
    expect((await patch(second, location, there, content.subarray(there))).statusCode).toBe(204)
    expect(await client.inspect(id)).toMatchObject({ state: 'ready' })
  },
)
