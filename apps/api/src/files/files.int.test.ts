import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Files, FilesAway, NoSuchFile, putFile, type StoredBytes } from './files.ts'
import type { DiskSetting } from './files-setting.ts'
import { moveFiles } from './move-files.ts'
import { openFiles } from './open-files.ts'
import { canStartObjectStore, type ObjectStore, startObjectStore } from './testing/object-store.ts'

const MEBIBYTE = 2 ** 20
const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-files-'))
const disk: DiskSetting = { kind: 'disk', directory: path.join(directory, 'f'), keptFreeBytes: 0 }

let store: ObjectStore
beforeAll(async () => {
  if (canStartObjectStore) store = await startObjectStore()
}, 600_000)
afterAll(async () => {
  await store?.stop()
  rmSync(directory, { recursive: true })
})

async function bytesOf(files: Files, id: string, from?: number, to?: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of files.read(id, from, to)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* chunksOf(content: Buffer, bytes: number) {
  for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes)
}

async function idsAndBytes(files: Files): Promise<StoredBytes[]> {
  const all: StoredBytes[] = []
  for await (const each of files.list()) all.push(each)
  return all
}

async function append(files: Files, id: string, ...chunks: Buffer[]): Promise<number> {
  const end = await files.append(id)
  for (const chunk of chunks) await end.write(chunk)
  return end.close()
}

const withBucket = describe.skipIf(!canStartObjectStore)

describe.each([
  ['a directory', () => openFiles(disk)] as const,
  ...(canStartObjectStore ? [['a bucket', () => openFiles(store.setting)] as const] : []),
])('files in %s', (_, open) => {
  it('have a place that passes the check, and leaves nothing behind', async () => {
    const files = open()
    await files.check()
    expect(await idsAndBytes(files)).toEqual([])
  })

  it('are read as they were put, whole and in part', async () => {
    const files = open()
    const id = randomUUID()
    const content = randomBytes(20 * MEBIBYTE + 123)
    await putFile(files, id, chunksOf(content, 100_000))
    expect((await bytesOf(files, id)).equals(content)).toBe(true)
    const middle = 8 * MEBIBYTE
    for (const [from, to] of [
      [0, 10],
      [middle - 5, middle + 5],
      [1, content.length - 1],
      [content.length - 7, content.length + 100],
      [content.length, content.length + 1],
      [5, 5],
    ])
      expect((await bytesOf(files, id, from, to)).equals(content.subarray(from, to))).toBe(true)
    expect(await files.stat(id)).toMatchObject({ id, bytes: content.length })
    await files.remove([id])
  })

  it('grow at their end, also by another process', async () => {
    const [one, other] = [open(), open()]
    const id = randomUUID()
    await one.create(id)
    expect(await one.stat(id)).toMatchObject({ bytes: 0 })
    expect(await bytesOf(one, id)).toEqual(Buffer.alloc(0))
    expect(await append(one, id, Buffer.from('ab'), Buffer.from('c'))).toBe(3)
    expect(await append(other, id)).toBe(3)
    expect(await append(other, id, Buffer.from('de'))).toBe(5)
    expect(String(await bytesOf(one, id))).toBe('abcde')
    await one.remove([id])
  })

  it('are listed with their size and time, and are gone once removed', async () => {
    const files = open()
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort()
    const began = Date.now()
    for (const id of ids) await putFile(files, id, chunksOf(randomBytes(9 * MEBIBYTE), MEBIBYTE))
    const listed = await idsAndBytes(files)
    expect(listed.map(({ id }) => id).sort()).toEqual(ids)
    for (const { bytes, writtenAt } of listed) {
      expect(bytes).toBe(9 * MEBIBYTE)
      expect(Math.abs(writtenAt.getTime() - began)).toBeLessThan(600_000)
    }
    await files.remove([...ids, randomUUID()])
    expect(await idsAndBytes(files)).toEqual([])
  })

  it('that are not there are not there, and do not come back', async () => {
    const files = open()
    const id = randomUUID()
    expect(await files.stat(id)).toBeNull()
    await expect(bytesOf(files, id)).rejects.toThrow(NoSuchFile)
    await expect(files.append(id)).rejects.toThrow(NoSuchFile)
    expect(await files.stat(id)).toBeNull()
  })

  it('have room', async () => {
    expect(await open().freeBytes()).toBeGreaterThan(0)
  })
})

withBucket('a place that is not as it must be', () => {
  const refusal = async (setting: Parameters<typeof openFiles>[0]) => {
    const error = await openFiles(setting)
      .check()
      .then(
        () => expect.fail('it passes the check'),
        (each: Error) => each,
      )
    expect(error).not.toBeInstanceOf(FilesAway)
    expect(JSON.stringify([error.message, { ...error }, error.stack])).not.toContain('the secret')
    return error.message
  }

  it('a bucket that does not exist', async () => {
    expect(await refusal({ ...store.setting, bucket: 'another' })).toMatch(
      /^STEELYARD_S3_BUCKET: the bucket another at .* does not exist/,
    )
  })

  it('a key that opens nothing', async () => {
    const wrong = [{ accessKeyId: 'another' }, { secretAccessKey: 'the secret of another' }]
    for (const key of wrong)
      expect(await refusal({ ...store.setting, ...key })).toMatch(
        /STEELYARD_S3_ACCESS_KEY_ID, STEELYARD_S3_SECRET_ACCESS_KEY: they do not open the bucket/,
      )
  })

  it('a key that lacks rights', async () => {
    expect(await refusal({ ...store.setting, ...(await store.addPowerlessKey()) })).toMatch(
      /^STEELYARD_S3_ACCESS_KEY_ID: this key may not write objects in the bucket .* Allow s3:PutObject,/,
    )
  })

  it('a directory that cannot be made', async () => {
    const inFile = path.join(import.meta.filename, 'below')
    expect(await refusal({ ...disk, directory: inFile })).toBe(
      `STEELYARD_UPLOAD_DIR: files cannot be stored in ${inFile} (ENOTDIR). Let the account of Steelyard write there, or name another directory.`,
    )
  })
})

withBucket('files that are moved', () => {
  it('are the same in the other place, and a second try copies nothing', async () => {
    const [directory, bucket] = [openFiles(disk), openFiles(store.setting)]
    const ids = [randomUUID(), randomUUID()]
    const contents = [randomBytes(10 * MEBIBYTE), Buffer.alloc(0)]
    for (const [i, id] of ids.entries())
      await putFile(directory, id, chunksOf(contents[i]!, 65_536))
    await putFile(bucket, ids[0]!, chunksOf(contents[0]!.subarray(0, MEBIBYTE), 65_536))
    const bytes = contents[0]!.length
    expect(await moveFiles(directory, bucket, false)).toEqual({ files: 2, bytes, before: 0 })
    expect(await moveFiles(directory, bucket, true)).toEqual({ files: 2, bytes, before: 2 })
    expect(await idsAndBytes(directory)).toEqual([])
    expect(await moveFiles(bucket, directory, true)).toEqual({ files: 2, bytes, before: 0 })
    expect(await idsAndBytes(bucket)).toEqual([])
    for (const [i, id] of ids.entries())
      expect((await bytesOf(directory, id)).equals(contents[i]!)).toBe(true)
    await directory.remove(ids)
  })
})

withBucket('an object store that is away for a while', () => {
  it('costs no byte of what is written meanwhile', async () => {
    const files = openFiles(store.setting, 120_000)
    const id = randomUUID()
    const content = randomBytes(24 * MEBIBYTE)
    await files.create(id)
    const end = await files.append(id)
    await end.write(content.subarray(0, 9 * MEBIBYTE))
    await store.kill()
    const back = new Promise<void>((resolve) => setTimeout(resolve, 3000)).then(store.restart)
    await end.write(content.subarray(9 * MEBIBYTE))
    expect(await end.close()).toBe(content.length)
    await back
    expect((await bytesOf(files, id)).equals(content)).toBe(true)
    await files.remove([id])
  })

  it('is called away once patience is at its end, and keeps what it has', async () => {
    const files = openFiles(store.setting, 300)
    const id = randomUUID()
    await putFile(files, id, chunksOf(Buffer.from('kept'), 4))
    await store.kill()
    await expect(openFiles(store.setting, 120_000).check()).rejects.toThrow(FilesAway)
    await expect(append(files, id, Buffer.from('lost'))).rejects.toThrow(FilesAway)
    await store.restart()
    expect(String(await bytesOf(files, id))).toBe('kept')
    await files.remove([id])
  })
})
