import { statfsSync } from 'node:fs'
import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../testing/test-api.ts'
import { diskOf } from '../testing/stored-path.ts'
import { startUploadClient, TUS, type UploadClient } from '../testing/upload-client.ts'

let client: UploadClient
let other: Caller
let uploadId: string

beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
  client.api.deps.config.maxFileBytes = Number.MAX_SAFE_INTEGER
  other = await client.api.as('administrator')
  uploadId = (await client.createUpload()).id
})
afterAll(() => client.close())
afterEach(async () => {
  client.api.deps.config.maxTotalBytes = Number.POSITIVE_INFINITY
  await client.api.deps.db.uploadFile.deleteMany()
})

/** Announces a file of this length without sending a byte: the status, and the code of a refusal. */
async function announce(bytes: number, call = client.call): Promise<string> {
  const headers = { ...TUS, 'upload-length': String(Math.floor(bytes)) }
  const params = { id: uploadId }
  const { status, body } = await call(contract.tusCreateFile, { params, headers })
  return status === 201 ? '201' : `${status} ${JSON.parse(JSON.stringify(body)).code}`
}

const freeBytes = () => {
  const { directory, keptFreeBytes } = diskOf(client.api.deps.config)
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize - keptFreeBytes
}

it('announced files reserve the disk, also when they are announced at the same moment', async () => {
  const bytes = freeBytes() * 0.21
  const mine = await Promise.all(Array.from({ length: 6 }, () => announce(bytes)))
  expect(mine.sort()).toEqual([...Array(3).fill('201'), ...Array(3).fill('422 too-much-reserved')])
  const theirs = [await announce(bytes, other), await announce(bytes, other)]
  expect(theirs).toEqual(['201', '422 no-space-left'])
})

it('announced files reserve the quota, until one of them is removed', async () => {
  client.api.deps.config.maxTotalBytes = 1000
  expect(await announce(751)).toBe('422 too-much-reserved')
  expect(await announce(750)).toBe('201')
  expect(await announce(1)).toBe('422 too-much-reserved')
  expect(await announce(251, other)).toBe('422 no-space-left')
  expect(await announce(250, other)).toBe('201')
  await client.api.deps.db.uploadFile.deleteMany({ where: { sizeBytes: 750 } })
  expect(await announce(500)).toBe('201')
})

it('bytes that have arrived count once, as what is stored', async () => {
  const { config } = client.api.deps
  config.maxTotalBytes = 1000
  await client.send(uploadId, { name: 'sent.log', content: 'x'.repeat(600) })
  expect(await announce(301)).toBe('422 too-much-reserved')
  expect(await announce(300)).toBe('201')
  expect(await announce(101, other)).toBe('422 no-space-left')
  expect(await announce(100, other)).toBe('201')
})
