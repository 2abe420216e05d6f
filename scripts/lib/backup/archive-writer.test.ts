import { createHash } from 'node:crypto'
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

test('entries are there as they were added, with their digests', async () => {
  const writer = new ArchiveWriter(archive)
  const large = Buffer.alloc(3_000_001, 1)
  await writer.add('a/large', large.length, [large.subarray(0, 7), large.subarray(7)])
  await writer.add('a/empty', 0, [])
  await writer.addText('next', 'text')
  await writer.close()
  const read = [
    ['a/large', 3_000_001],
    ['a/empty', 0],
    ['next', 4],
  ]
  expect(await entriesOf(archive)).toEqual(read)
  expect(writer.entries.map(({ name, bytes }) => [name, bytes])).toEqual(read)
  const [, empty] = writer.entries
  expect(empty!.sha256).toBe(createHash('sha256').digest('hex'))
})

test('the reason why nothing can be written reaches whoever adds the next file', async () => {
  const writer = new ArchiveWriter(path.join(directory, 'missing/archive'))
  const fill = async () => {
    for (;;) await writer.addText('name', 'text')
  }
  await expect(fill()).rejects.toThrow('ENOENT')
})
