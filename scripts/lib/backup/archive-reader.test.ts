import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBackup, readBackup } from './archive-reader.ts'
import { ArchiveWriter, type Entry } from './archive-writer.ts'
import { FIRST_ENTRY, LAST_ENTRY } from './backup-format.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-reader-'))
  file = path.join(directory, 'steelyard.backup')
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

const ORIGIN = JSON.stringify({ format: 1, version: '9.9.9' })

/** An archive with these entries; the end names those that were written before it. */
async function write(...entries: (readonly [name: string, text: string | Text])[]) {
  const archive = new ArchiveWriter(file)
  for (const [name, text] of entries)
    await archive.addText(name, typeof text === 'string' ? text : text(archive.entries))
  await archive.close()
}
type Text = (entries: Entry[]) => string
const first = [FIRST_ENTRY, ORIGIN] as const
const one = ['files/1/0', 'one'] as const
const last = [LAST_ENTRY, (entries: Entry[]) => JSON.stringify({ entries })] as const
const twice = (entries: Entry[]) => JSON.stringify({ entries: [...entries, entries[0]] })

test('a backup is read as it was written', async () => {
  await write(first, one, last)
  const backup = await checkBackup(file)
  expect(backup).toMatchObject({ format: 1, version: '9.9.9' })
  const read: string[] = []
  for await (const { name, chunks } of readBackup(file, backup)) {
    let text = ''
    for await (const chunk of chunks) text += chunk
    read.push(name, text)
  }
  expect(read).toEqual([FIRST_ENTRY, ORIGIN, 'files/1/0', 'one'])
})

test('one that was changed between the check and the reading is noticed', async () => {
  await write(first, one, last)
  const backup = await checkBackup(file)
  fs.rmSync(file)
  await write(first, ['files/1/0', 'two'], last)
  const readAll = async () => {
    for await (const { chunks } of readBackup(file, backup)) for await (const _ of chunks);
  }
  await expect(readAll()).rejects.toThrow('"files/1/0" has changed since it was checked')
})

test.each([
  ['it has no end', [first, one]],
  ['"files/1/0" follows its end', [first, last, one]],
  ['what it says of itself cannot be read', [first, [LAST_ENTRY, '{']]],
  ['it has no end', [first, [LAST_ENTRY, '{}']]],
  ['"backup.json" is not what was written', [first, one, [LAST_ENTRY, last[1]([])]]],
  ['entries are missing', [first, [LAST_ENTRY, twice]]],
  ['it begins with "photos/one"', [['photos/one', ''], last]],
] as const)('an archive is refused of which it has to be said: %s', async (reason, entries) => {
  await write(...entries)
  await expect(checkBackup(file)).rejects.toThrow(`${file} is not a whole backup: ${reason}.`)
})

test.each(['pg/PG_VERSION', 'secrets/key', 'uploads/one'])(
  'a backup of an earlier version, which begins with %s, is called so',
  async (name) => {
    await write([name, 'x'])
    await expect(checkBackup(file)).rejects.toThrow('made by Steelyard 0.2.0 or an earlier version')
  },
)

test('a later format is called so', async () => {
  await write([FIRST_ENTRY, ORIGIN.replace('1', '2')], last)
  await expect(checkBackup(file)).rejects.toThrow('made by a newer version, Steelyard 9.9.9.')
})

test('a file that is something else, or is not there, is refused', async () => {
  fs.writeFileSync(file, 'a photo')
  await expect(checkBackup(file)).rejects.toThrow('is not a whole backup: incorrect header check')
  fs.rmSync(file)
  await expect(checkBackup(file)).rejects.toThrow(`${file} cannot be read (ENOENT)`)
})
