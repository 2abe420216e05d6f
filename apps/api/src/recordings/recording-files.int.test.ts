import { readdir, readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { diskOf, storedPath } from '../uploads/testing/stored-path.ts'
import { uuidV7 } from '../uuid.ts'
import { RecordingFiles } from './recording-files.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())

async function begun(names: string[], limits: Partial<TestDeps['config']> = {}) {
  const upload = await deps.db.upload.create({ data: { name: 'u' } })
  const rows = names.map((name) => ({ id: uuidV7(), uploadId: upload.id, name, sizeBytes: 0n }))
  await deps.db.uploadFile.createMany({ data: rows })
  const config = { ...deps.config, ...limits }
  return { rows, config, files: await RecordingFiles.begin({ ...deps, config }, rows) }
}

async function write(files: RecordingFiles, name: string, chunks: string[]): Promise<unknown> {
  const file = files.open(name)
  for (const chunk of chunks) file.write(chunk)
  file.end()
  return finished(file).catch((error: unknown) => error)
}

describe('the files of a recording', () => {
  it('are stored under their ids, and their sizes shown', async () => {
    const { rows, files } = await begun(['xentop.txt', 'xentrace.bin'])
    await write(files, 'xentop.txt', ['one\n', 'two\n'])
    expect(await readFile(storedPath(deps.config, rows[0]!.id), 'utf8')).toBe('one\ntwo\n')
    await files.store()
    const stored = await deps.db.uploadFile.findMany({ where: { uploadId: rows[0]!.uploadId } })
    expect(stored.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ['xentop.txt', 8n],
      ['xentrace.bin', 0n],
    ])
    expect(files.written.map(({ name }) => name)).toEqual(['xentop.txt'])
    expect(await readdir(deps.config.uploadDir)).not.toContain(rows[1]!.id)
  })

  it('refuse a name that was not announced, or occurs twice', async () => {
    const { files } = await begun(['xentop.txt'])
    await write(files, 'xentop.txt', ['x'])
    expect(() => files.open('xentop.txt')).toThrow('xentop.txt')
    expect(() => files.open('../escape')).toThrow('../escape')
  })

  it('stop at the size that a file may have', async () => {
    const { files } = await begun(['a', 'b'], { maxFileBytes: 10 })
    expect(await write(files, 'a', ['12345', '67890'])).toBeUndefined()
    expect(await write(files, 'b', ['12345', '678901'])).toMatchObject({ code: 'file-too-large' })
    expect(files.refusal).toMatchObject({ code: 'file-too-large' })
  })

  it('stop at the quota, which others use up too', async () => {
    const used = Number(
      (await deps.db.uploadFile.aggregate({ _sum: { sizeBytes: true } }))._sum.sizeBytes,
    )
    const { files } = await begun(['a', 'b'], { maxTotalBytes: used + 100 })
    expect(files.room).toBe(100)
    expect(await write(files, 'a', ['x'.repeat(60)])).toBeUndefined()
    await files.store()
    expect(files.room).toBe(40)
    const other = await deps.db.upload.create({ data: { name: 'other' } })
    await deps.db.uploadFile.create({
      data: { id: uuidV7(), uploadId: other.id, name: 'o', sizeBytes: 30n },
    })
    await files.store()
    expect(await write(files, 'b', ['x'.repeat(20)])).toMatchObject({ code: 'no-space-left' })
  })

  it('stop when others fill the disk meanwhile', async () => {
    const { files, config } = await begun(['a', 'b'])
    expect(await write(files, 'a', ['x'.repeat(100)])).toBeUndefined()
    const disk = diskOf(config)
    const { keptFreeBytes } = disk
    disk.keptFreeBytes = Number.POSITIVE_INFINITY
    expect(await write(files, 'b', ['x'.repeat(2 ** 20)])).toMatchObject({ code: 'no-space-left' })
    disk.keptFreeBytes = keptFreeBytes
  })

  it('do not take the room that announced files have reserved', async () => {
    const upload = await deps.db.upload.create({ data: { name: 'announced' } })
    const used = Number(
      (await deps.db.uploadFile.aggregate({ _sum: { sizeBytes: true } }))._sum.sizeBytes,
    )
    await deps.db.uploadFile.create({
      data: { id: uuidV7(), uploadId: upload.id, name: 'o', sizeBytes: 2n ** 60n },
    })
    const { files } = await begun(['a'], { maxTotalBytes: used + 2 ** 61 })
    expect(await write(files, 'a', ['x'])).toMatchObject({ code: 'no-space-left' })
  })
})
