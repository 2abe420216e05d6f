import { readFileSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../http/build-app.ts'
import { modules } from '../../modules.ts'
import { storedPath } from '../testing/stored-path.ts'
import { startUploadClient, TUS, type UploadClient } from '../testing/upload-client.ts'

const BYTES = { 'content-type': 'application/offset+octet-stream' }
const LENGTH = 1000

let client: UploadClient
let authorization: string
/** A second process of the API on the same database and directory, as far as locks can tell. */
let second: FastifyInstance

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  authorization = client.authorization
  second = await buildApp(client.api.deps, modules)
})
afterAll(async () => {
  await second.close()
  await client.close()
})

async function begun() {
  const { id } = await client.createUpload()
  const location = await client.begin(id, { name: 'vm1.log', content: 'x'.repeat(LENGTH) })
  const path = storedPath(client.api.deps.config, location.split('/').at(-1)!)
  const stored = () => readFileSync(path, 'utf8')
  return { location, stored }
}

function patch(app: FastifyInstance, url: string, offset: number, payload: string | Readable) {
  const headers = { ...TUS, ...BYTES, authorization, 'upload-offset': String(offset) }
  return app.inject({ method: 'PATCH', url, headers, payload })
}

const head = (app: FastifyInstance, url: string) =>
  app.inject({ method: 'HEAD', url, headers: { ...TUS, authorization } })

/** Begins to send through the first process and waits until its bytes are on the disk. */
async function sending({ location, stored }: Awaited<ReturnType<typeof begun>>, bytes: number) {
  const body = new PassThrough()
  body.write('1'.repeat(bytes))
  const answer = patch(client.api.app, location, 0, body).then((reply) => reply)
  while (stored().length < bytes) await new Promise((done) => setTimeout(done, 5))
  return { body, answer }
}

it('423 from another process while a file is written; no byte is lost', async () => {
  const file = await begun()
  const first = await sending(file, 400)
  const refused = await patch(second, file.location, 0, '2'.repeat(LENGTH))
  expect(refused.json()).toMatchObject({ status: 423, code: 'file-locked' })
  expect((await head(second, file.location)).statusCode).toBe(423)
  first.body.end('1'.repeat(LENGTH - 400))
  expect((await first.answer).statusCode).toBe(204)
  expect(file.stored()).toBe('1'.repeat(LENGTH))
  expect((await head(second, file.location)).headers['upload-offset']).toBe(String(LENGTH))
})

it('makes the other process give the file up, so that a client can resume there', async () => {
  const file = await begun()
  const first = await sending(file, 400)
  expect((await head(second, file.location)).statusCode).toBe(423)
  // The first body never ends, as when its connection broke without a word.
  expect((await first.answer).headers['upload-offset']).toBe('400')
  expect((await head(second, file.location)).headers['upload-offset']).toBe('400')
  expect((await patch(second, file.location, 400, '2'.repeat(600))).statusCode).toBe(204)
  expect(file.stored()).toBe('1'.repeat(400) + '2'.repeat(600))
})

it('stops writing when the connection that holds the locks is lost, and can go on', async () => {
  const file = await begun()
  const first = await sending(file, 400)
  await client.api.deps.db.$executeRaw`
    SELECT pg_terminate_backend("pid") FROM pg_locks
     WHERE "locktype" = 'advisory' AND "database" =
       (SELECT "oid" FROM pg_database WHERE "datname" = current_database())
       AND "pid" <> pg_backend_pid()`
  expect((await first.answer).headers['upload-offset']).toBe('400')
  expect((await patch(client.api.app, file.location, 400, '1'.repeat(600))).statusCode).toBe(204)
  expect(file.stored()).toBe('1'.repeat(LENGTH))
})
