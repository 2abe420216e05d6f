import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArchiveWriter } from './archive-writer.ts'

let directory: string
let archive: string
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-archive-'))
  archive = path.join(directory, 'archive')
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

function make(name: string, content: string | Buffer): string {
  const file = path.join(directory, name)
  fs.writeFileSync(file, content)
  return file
}

async function entriesOf(file: string): Promise<[string, number][]> {
  const entries = extract()
  entries.end(gunzipSync(fs.readFileSync(file)))
  const found: [string, number][] = []
  for await (const entry of entries) {
    let size = 0
    for await (const chunk of entry) size += (chunk as Buffer).length
    found.push([entry.header.name, size])
  }
  return found
}

test('files are added as long as they are, and those that have gone are left out', async () => {
  const writer = new ArchiveWriter(archive)
  const large = make('large', Buffer.alloc(3_000_001, 1))
  expect(await writer.addFile('a/large', large)).toBe(3_000_001)
  expect(await writer.addFile('a/empty', make('empty', ''))).toBe(0)
  expect(await writer.addFile('a/gone', path.join(directory, 'gone'))).toBeUndefined()
  await writer.close()
  expect(await entriesOf(archive)).toEqual([
    ['a/large', 3_000_001],
    ['a/empty', 0],
  ])
})

test('a file that is shortened while it is read keeps its place', async () => {
  const writer = new ArchiveWriter(archive)
  const file = make('file', Buffer.alloc(20_000_000, 1))
  const added = writer.addFile('file', file)
  setImmediate(() => fs.truncateSync(file, 100))
  await added
  await writer.addText('next', 'text')
  await writer.close()
  expect((await entriesOf(archive)).at(-1)).toEqual(['next', 4])
})

test('the reason why nothing can be written reaches whoever adds the next file', async () => {
  const writer = new ArchiveWriter(path.join(directory, 'missing/archive'))
  const fill = async () => {
    for (;;) await writer.addText('name', 'text')
  }
  await expect(fill()).rejects.toThrow('ENOENT')
})
