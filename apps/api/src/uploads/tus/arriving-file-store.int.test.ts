import { readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diskOf, storedPath } from '../testing/stored-path.ts'
import { startUploadClient, TUS, type UploadClient } from '../testing/upload-client.ts'

const BYTES = { 'content-type': 'application/offset+octet-stream' }
const MEBIBYTE = 2 ** 20
const content = Buffer.alloc(8 * MEBIBYTE, 'one line of a log\n')

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
})
afterAll(() => client.close())

async function begun() {
  const { id } = await client.createUpload()
  const location = await client.begin(id, { name: 'vm1.log', content })
  const fileId = location.split('/').at(-1)!
  return { location, fileId, path: storedPath(client.api.deps.config, fileId) }
}

const patch = (url: string, offset: number, payload: Buffer | Readable) => {
  const headers = { ...TUS, ...BYTES, 'upload-offset': String(offset) }
  return client.raw({ method: 'PATCH', url, headers, payload })
}

it('507 when others fill the disk meanwhile; the file is resumed once there is room', async () => {
  const { config, db } = client.api.deps
  const { location, fileId, path } = await begun()
  const disk = diskOf(config)
  const { keptFreeBytes } = disk
  const parts = async function* () {
    yield content.subarray(0, 3 * MEBIBYTE)
    while (statSync(path).size < 3 * MEBIBYTE) await new Promise((done) => setTimeout(done, 5))
    disk.keptFreeBytes = Number.POSITIVE_INFINITY
    for (let at = 3 * MEBIBYTE; at < content.length; at += 65_536) {
      yield content.subarray(at, at + 65_536)
    }
  }
  const refused = await patch(location, 0, Readable.from(parts()))
  disk.keptFreeBytes = keptFreeBytes
  expect(refused.status).toBe(507)
  expect(JSON.parse(refused.body)).toMatchObject({
    code: 'disk-full',
    detail: expect.stringContaining('What has arrived is kept'),
  })
  const head = await client.raw({ method: 'HEAD', url: location, headers: TUS })
  const offset = Number(head.headers['upload-offset'])
  expect(offset).toBeGreaterThanOrEqual(3 * MEBIBYTE)
  expect(offset).toBeLessThanOrEqual(4 * MEBIBYTE)
  expect(await db.uploadFile.findUnique({ where: { id: fileId } })).toMatchObject({
    receivedBytes: BigInt(offset),
    state: 'receiving',
  })
  expect((await patch(location, offset, content.subarray(offset))).status).toBe(204)
  expect(readFileSync(path).equals(content)).toBe(true)
  expect(await db.uploadFile.findUnique({ where: { id: fileId } })).toMatchObject({
    receivedBytes: BigInt(content.length),
    state: 'complete',
  })
})

it('507 when the file system itself refuses to store more', async () => {
  const { location, path } = await begun()
  rmSync(path)
  symlinkSync('/dev/full', path)
  const refused = await patch(location, 0, content)
  expect(JSON.parse(refused.body)).toMatchObject({ status: 507, code: 'disk-full' })
})
