import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { urlOf } from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFiles } from '../files/open-files.ts'
import { buildApp } from '../http/build-app.ts'
import { modules } from '../modules.ts'
import { diskOf } from './testing/stored-path.ts'
import { startUploadClient, TUS, type UploadClient } from './testing/upload-client.ts'

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-elsewhere-'))
let client: UploadClient
/** An API that was given a directory of its own by mistake. */
let astray: FastifyInstance
beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  const { deps } = client.api
  const files = openFiles({ ...diskOf(deps.config), directory })
  astray = await buildApp({ ...deps, files }, modules)
})
afterAll(async () => {
  await astray.close()
  await client.close()
  rmSync(directory, { recursive: true })
})

const ask = (method: 'POST' | 'HEAD', url: string, headers = {}) =>
  astray.inject({ method, url, headers: { authorization: client.authorization, ...headers } })

it('409 with the real reason where a file lies on another disk', async () => {
  const { id } = await client.createUpload()
  const location = await client.send(id, { name: 'vm1.log', content: 'abc' })
  const inspected = await ask('POST', urlOf('/api/v1', contract.inspectUpload.path, { id }))
  expect(inspected.json()).toMatchObject({
    status: 409,
    code: 'file-elsewhere',
    detail: expect.stringContaining('give all of them the same directory or bucket'),
  })
  expect((await ask('HEAD', location, TUS)).statusCode).toBe(409)
  expect((await client.call(contract.inspectUpload, { params: { id } })).status).toBe(202)
})

it('409 as before where bytes are missing, wherever they would lie', async () => {
  const { id } = await client.createUpload()
  await client.begin(id, { name: 'vm1.log', content: 'abc' })
  const inspected = await ask('POST', urlOf('/api/v1', contract.inspectUpload.path, { id }))
  expect(inspected.json()).toMatchObject({ status: 409, code: 'upload-incomplete' })
})
