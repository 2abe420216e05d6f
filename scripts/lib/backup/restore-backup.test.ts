import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeDataDirectory } from '../postgres/temporary-data.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { makeBackup, type Place } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let directory: string
let place: Place
let file: string
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-restore-'))
  if (process.getuid?.() === 0) fs.chmodSync(directory, 0o711)
  const dataDir = path.join(directory, 'data')
  place = { dataDir, uploadDir: path.join(dataDir, 'uploads'), databaseUrl: undefined }
  file = path.join(directory, 'backup.tar.gz')
})
afterEach(() => {
  removeDataDirectory(place.dataDir)
  fs.rmSync(directory, { recursive: true })
})

async function writeArchive(...names: string[]): Promise<void> {
  const archive = new ArchiveWriter(file)
  await archive.addDirectory('pg')
  for (const name of names) await archive.addText(name, `the content of ${name}`)
  await archive.close()
}

const expectRefused = async (reason: string) => {
  await expect(restoreBackup(place, file)).rejects.toThrow(`is not a whole backup: ${reason}`)
  expect(fs.readdirSync(place.dataDir)).toEqual([])
}

test('files go where they belong, the later of two versions last, and only for us to read', async () => {
  await writeArchive('pg/backup_label', 'secrets/key', 'uploads/one', 'uploads/one')
  await restoreBackup(place, file)
  const modeOf = (name: string) => fs.statSync(path.join(place.dataDir, name)).mode & 0o777
  expect(['secrets', 'secrets/key', 'uploads', 'uploads/one'].map(modeOf)).toEqual([
    0o700, 0o600, 0o700, 0o600,
  ])
  const one = fs.readFileSync(path.join(place.uploadDir, 'one'), 'utf8')
  expect(one).toBe('the content of uploads/one')
})

test('a backup that says how to recover is not obeyed', async () => {
  await writeArchive('pg/backup_label', 'pg/recovery.signal', 'pg/postgresql.conf')
  await restoreBackup(place, file)
  const database = path.join(place.dataDir, 'pg')
  expect(fs.existsSync(path.join(database, 'recovery.signal'))).toBe(false)
  expect(fs.readFileSync(path.join(database, 'postgresql.conf'), 'utf8')).not.toContain(
    'the content of',
  )
})

test('a file that is no backup is refused', async () => {
  fs.writeFileSync(file, 'a photo')
  await expectRefused('incorrect header check')
})

test('a backup that was cut off is refused', async () => {
  await writeArchive('pg/backup_label', 'uploads/one')
  fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2))
  await expectRefused('')
})

test('one without the end of its database is refused', async () => {
  await writeArchive('pg/PG_VERSION')
  await expectRefused('ENOENT')
})

test.each(['../outside', 'uploads/../../outside', 'photos/one'])(
  'an archive that holds %s is refused',
  async (name) => {
    await writeArchive('pg/backup_label', name)
    await expectRefused(`it holds "${name}"`)
    expect(fs.readdirSync(directory).sort()).toEqual(['backup.tar.gz', 'data'])
  },
)

test('a directory that holds anything is left alone', async () => {
  await writeArchive('pg/backup_label')
  fs.mkdirSync(place.uploadDir, { recursive: true })
  await expect(restoreBackup(place, file)).rejects.toThrow('is not empty. Stop Steelyard')
})

test("an operator's own database is named as what to copy otherwise", async () => {
  const own = { ...place, databaseUrl: 'postgresql://ada:hush@db/capacity' }
  await expect(makeBackup(own, file)).rejects.toThrow('copy that database with pg_dump')
  await expect(restoreBackup(own, file)).rejects.toThrow('copy that database with pg_dump')
})
