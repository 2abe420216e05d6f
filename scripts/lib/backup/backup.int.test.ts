import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../postgres/temporary-data.ts'
import { makeBackup, type Place } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const directories: string[] = []
let place: Place
let file: string
beforeEach(() => {
  place = newPlace()
  file = path.join(newPlace().dataDir, 'backup.tar.gz')
})
afterEach(() => {
  for (const directory of directories.splice(0)) removeDataDirectory(directory)
})

function newPlace(): Place {
  const dataDir = makeTemporaryDataDirectory()
  directories.push(dataDir)
  return { dataDir, uploadDir: path.join(dataDir, 'uploads'), databaseUrl: undefined }
}

async function withServer<T>({ dataDir }: Place, use: (client: pg.Client) => Promise<T>) {
  const server = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

function upload(name: string, content: string): void {
  fs.mkdirSync(place.uploadDir, { recursive: true })
  fs.writeFileSync(path.join(place.uploadDir, name), content)
}

const SCHEMA = 'create table entry (id int primary key, file text, hash text, pad text)'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a backup of a server that is written to holds one moment, and the files of that moment', async () => {
  await withServer(place, async (client) => {
    await client.query(SCHEMA)
    let isDone = false
    let count = 0
    async function write(): Promise<void> {
      for (; !isDone; count++) {
        const content = `${count} `.repeat(500)
        upload(`file-${count}`, content)
        await client.query('begin')
        await client.query('insert into entry values ($1, $2, $3, $4)', [
          count,
          `file-${count}`,
          sha256(content),
          'x'.repeat(2000),
        ])
        await client.query("update entry set pad = pad || 'y' where id % 50 = $1", [count % 50])
        await client.query('commit')
      }
    }
    const writing = write()
    await expect.poll(() => count).toBeGreaterThan(100)
    const before = count
    await makeBackup(place, file)
    isDone = true
    await writing
    expect(count).toBeGreaterThan(before)

    const copy = newPlace()
    await restoreBackup(copy, file)
    await withServer(copy, async (restored) => {
      const { rows } = await restored.query('select id, file, hash from entry order by id')
      expect(rows.length).toBeGreaterThanOrEqual(before)
      expect(rows.map(({ id }) => id)).toEqual(rows.map((_, i) => i)) // none is missing
      for (const { file: name, hash } of rows) {
        expect(sha256(fs.readFileSync(path.join(copy.uploadDir, name), 'utf8'))).toBe(hash)
      }
      await restored.query("insert into entry values (-1, '', '', '')") // it can be written
    })
  })
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('a backup of a product that is stopped is made too, and does not leave it running', async () => {
  await withServer(place, async (client) => {
    await client.query(SCHEMA)
    await client.query("insert into entry values (7, '', '', '')")
  })
  upload('empty', '')
  await makeBackup(place, file)
  expect(fs.existsSync(path.join(place.dataDir, 'pg/postmaster.pid'))).toBe(false)
  const copy = newPlace()
  await restoreBackup(copy, file)
  expect(fs.readFileSync(path.join(copy.uploadDir, 'empty'), 'utf8')).toBe('')
  const rows = await withServer(copy, async (client) => {
    return (await client.query('select id from entry')).rows
  })
  expect(rows).toEqual([{ id: 7 }])
  await expect(makeBackup(place, file)).rejects.toThrow('exists already')
  await expect(restoreBackup(copy, file)).rejects.toThrow('is not empty. Stop Steelyard')
  const missing = path.join(place.dataDir, 'missing/backup.tar.gz')
  await expect(makeBackup(place, missing)).rejects.toThrow('ENOENT')
  expect(fs.existsSync(path.join(place.dataDir, 'pg/postmaster.pid'))).toBe(false)
})

test('what the PostgreSQL of a backup was told is not obeyed where it is restored', async () => {
  await withServer(place, (client) => client.query(SCHEMA))
  const inDatabase = (at: Place, name: string) => path.join(at.dataDir, 'pg', name)
  fs.appendFileSync(inDatabase(place, 'postgresql.conf'), "include_if_exists 'other.conf'\n")
  fs.writeFileSync(inDatabase(place, 'other.conf'), "restore_command = 'touch here'\n")
  fs.chmodSync(inDatabase(place, 'other.conf'), 0o644)
  fs.appendFileSync(
    inDatabase(place, 'postgresql.auto.conf'),
    "archive_cleanup_command = 'touch here'\n",
  )
  const hba = fs.readFileSync(inDatabase(place, 'pg_hba.conf'), 'utf8')
  fs.writeFileSync(inDatabase(place, 'pg_hba.conf'), `host all all 127.0.0.1/32 trust\n${hba}`)
  await makeBackup(place, file)

  const copy = newPlace()
  await restoreBackup(copy, file)
  const commands = await withServer(copy, async (client) => {
    const { rows } = await client.query(
      "select setting from pg_settings where name in ('archive_cleanup_command', 'restore_command')",
    )
    return rows.map(({ setting }) => setting)
  })
  expect(commands).toEqual(['', ''])
  expect(fs.readFileSync(inDatabase(copy, 'pg_hba.conf'), 'utf8')).not.toMatch(/trust$/m)
  expect(fs.existsSync(inDatabase(copy, 'other.conf'))).toBe(false)
})
