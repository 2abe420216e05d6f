import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Files, placeInUse } from '@steelyard/api/administration'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArchiveWriter } from './archive-writer.ts'
import { ArchivedFiles } from './archived-files.ts'
import type { Contents } from './backup-format.ts'
import { FilesWriter } from './write-files.ts'

const ID = '00000000-0000-4000-8000-000000000001'

let directory: string
let files: Files
let archive: ArchiveWriter
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-files-'))
  files = placeInUse({}, path.join(directory, 'files'))
  archive = new ArchiveWriter(path.join(directory, 'archive'))
})
afterEach(async () => {
  await archive.close()
  fs.rmSync(directory, { recursive: true })
})

async function append(text: string): Promise<void> {
  const end = await files.append(ID)
  await end.write(Buffer.from(text))
  await end.close()
}

async function stored(): Promise<string> {
  let text = ''
  for await (const chunk of files.read(ID)) text += chunk
  return text
}

async function* chunksOf(text: string) {
  yield Buffer.from(text)
}

const contentsOf = (bytes: number) =>
  ({ files: [{ id: ID, bytes }], entries: archive.entries }) as Contents

test('a file that grows while it is copied has its rest in another entry', async () => {
  const archived = new ArchivedFiles(files, archive)
  await files.create(ID)
  await append('first')
  expect(await archived.add([ID])).toEqual([])
  await append('more')
  expect(await archived.add([ID])).toEqual([])
  expect(await archived.add([ID])).toEqual([])
  expect(archive.entries.map(({ name, bytes }) => [name, bytes])).toEqual([
    [`files/${ID}/0`, 5],
    [`files/${ID}/5`, 4],
  ])
  expect(archived.bytesOf(ID)).toBe(9)

  const writer = new FilesWriter(files, contentsOf(9))
  const restore = async () => {
    await writer.add(`files/${ID}/0`, chunksOf('first'))
    await writer.add(`files/${ID}/5`, chunksOf('more'))
    await writer.complete()
    return stored()
  }
  await files.remove([ID])
  expect(await restore()).toBe('firstmore')
  await append(' since')
  expect(await new FilesWriter(files, contentsOf(9)).complete()).toBeUndefined()
  await files.remove([ID])
  await files.create(ID)
  await append('part')
  expect(await restore()).toBe('firstmore')
})

test('a file that is removed while it is copied keeps its place, and is missing', async () => {
  const archived = new ArchivedFiles(files, archive)
  await files.create(ID)
  await append('gone')
  files.read = async function* () {
    yield Buffer.from('go')
    await files.remove([ID])
  }
  expect(await archived.add([ID])).toEqual([ID])
  expect(archived.bytesOf(ID)).toBeUndefined()
  await archive.addText('next', 'text')
  expect(archive.entries.map(({ bytes }) => bytes)).toEqual([4, 4])
})

test('a longer file that begins with the same bytes is left alone, and any other replaced', async () => {
  await archive.addText(`files/${ID}/0`, 'same')
  const restore = async (before: string) => {
    await files.remove([ID])
    await files.create(ID)
    await append(before)
    await new FilesWriter(files, contentsOf(4)).add(`files/${ID}/0`, chunksOf('same'))
    return stored()
  }
  expect(await restore('same and more')).toBe('same and more')
  expect(await restore('other')).toBe('same')
  expect(await restore('sa')).toBe('same')
})

test('files that the backup does not list are in the way, and paths are no names', async () => {
  await files.create(ID)
  const none = { files: [], entries: [] } as unknown as Contents
  await expect(new FilesWriter(files, none).begin(false)).rejects.toThrow('not of this backup')
  await new FilesWriter(files, none).begin(true)
  await new FilesWriter(files, contentsOf(0)).begin(false)
  for (const id of ['..', `../${ID}`, ''])
    expect(() => new FilesWriter(files, { ...none, files: [{ id, bytes: 0 }] })).toThrow(
      'names a file',
    )
})
