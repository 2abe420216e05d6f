import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { FilesFull, useAuditKey } from '@steelyard/api/administration'
import {
  canStartObjectStore,
  createDb,
  type ObjectStore,
  startObjectStore,
  verifyAuditChain,
} from '@steelyard/api/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, readMigrations } from '../migrate.ts'
import { inRoot } from '../paths.ts'
import { withDatabase } from '../product/with-database.ts'
import { auditKeyOf } from '../secrets.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { withSession } from './database-session.ts'
import { makeBackup, type Place } from './make-backup.ts'
import { readDatabase } from './read-database.ts'
import { restoreBackup } from './restore-backup.ts'
import {
  addFile,
  everythingIn,
  fill,
  hashesOf,
  Installations,
  queryAt,
} from './testing/installation.ts'

const installations = new Installations()
let store: ObjectStore | undefined
/** An embedded installation with everything in it, and its backup. */
let source: Place
let file: string
let saved: Awaited<ReturnType<typeof everythingIn>>

beforeAll(async () => {
  if (canStartObjectStore) store = await startObjectStore()
  source = installations.embedded()
  await fill(source)
  saved = await everythingIn(source)
  file = newFile()
  await makeBackup(source, file)
}, 600_000)
afterAll(async () => {
  await installations.remove()
  await store?.stop()
})

const newFile = () => path.join(installations.directory(), 'steelyard.backup')

/** A bucket where there is one, else a directory; each under a prefix of its own. */
const external = (prefix: string) =>
  installations.external(store && { ...store.env, STEELYARD_S3_PREFIX: `${prefix}/` })

test('from an embedded installation to a server with a bucket, and back: every row and byte', async () => {
  const filled = Object.values(saved.rows).filter((rows) => rows.length > 0)
  expect(filled.length).toBeGreaterThan(12)
  expect(saved.rows.WatchWindow!.length).toBeGreaterThan(0)
  expect(Object.keys(saved.files)).toHaveLength(4)
  expect(saved.messages).toHaveLength(1)
  const there = await external('there')
  await restoreBackup(there, file)
  expect(await everythingIn(there)).toEqual(saved)

  const second = newFile()
  const made = await makeBackup(there, second)
  expect(made).toMatchObject({ files: 4, bytes: 9 * 2 ** 20 + 102, missing: 0 })
  expect(fs.statSync(second).mode & 0o777).toBe(0o600)
  const back = installations.embedded()
  await restoreBackup(back, second)
  expect(await everythingIn(back)).toEqual(saved)

  await withDatabase(back, async (url) => {
    const db = createDb(url)
    useAuditKey(auditKeyOf(back))
    expect(await verifyAuditChain(db)).toMatchObject({ intact: true, events: 3 })
    await db.host.create({ data: { name: 'new' } }) // triggers and sequences work
    await expect(db.$executeRaw`delete from "AuditEvent"`).rejects.toThrow()
    await db.$disconnect()
  })
})

test('a backup of an installation that is written to holds one moment, and the files of that moment', async () => {
  const busy = await external('busy')
  await fill(busy)
  const db = createDb(busy.databaseUrl)
  const { id: uploadId } = await db.upload.create({ data: { name: 'busy' } })
  const growing = await addFile(db, busy.files, uploadId, 100)
  let isDone = false
  let count = 0
  async function write(): Promise<void> {
    const own: string[] = []
    for (; !isDone; count++) {
      own.push(await addFile(db, busy.files, uploadId, count))
      const end = await busy.files.append(growing)
      await end.write(Buffer.from('more'))
      await db.uploadFile.update({
        where: { id: growing },
        data: { receivedBytes: BigInt(await end.close()) },
      })
      if (count % 3 === 0) continue
      const id = own.splice(count % own.length, 1)[0]!
      await db.uploadFile.delete({ where: { id } })
      await busy.files.remove([id])
    }
  }
  const writing = write()
  await expect.poll(() => count).toBeGreaterThan(10)
  const busyFile = newFile()
  const { missing } = await makeBackup(busy, busyFile)
  isDone = true
  await writing
  await db.$disconnect()

  const copy = await external('copy-of-busy')
  await restoreBackup(copy, busyFile)
  const { rows } = await queryAt(
    copy.databaseUrl,
    `select id, sha256, "receivedBytes"::int as bytes from "UploadFile"
      union all select id, sha256, bytes from "ColdWindows"`,
  )
  const stored = await hashesOf(copy.files)
  expect(missing).toBe(0)
  expect(Object.keys(stored).sort()).toEqual(rows.map(({ id }) => id).sort())
  for (const { id, sha256 } of rows) if (id !== growing) expect(stored[id]).toBe(sha256)
  const received = rows.find(({ id }) => id === growing).bytes
  expect((await copy.files.stat(growing))!.bytes).toBeGreaterThanOrEqual(received)
})

test('a backup of an earlier version is restored as that, and brought up to date by a start', async () => {
  const [earlier, target] = [await installations.external(), await installations.external()]
  const directory = installations.directory()
  const names = readMigrations().map(({ name }) => name)
  const known = names.slice(0, -10)
  for (const name of known)
    fs.cpSync(inRoot('prisma/migrations', name), path.join(directory, name), { recursive: true })
  await migrate(earlier.databaseUrl, directory)
  const insert = `insert into "Host" (id, name) values (gen_random_uuid(), 'rack-1')`
  await queryAt(earlier.databaseUrl, insert)
  const ofEarlier = newFile()
  await makeBackup(earlier, ofEarlier)
  await restoreBackup(target, ofEarlier)
  expect(await everythingIn(target)).toEqual(await everythingIn(earlier))
  expect(await migrate(target.databaseUrl)).toEqual(names.slice(-10))
  const { rows } = await queryAt(target.databaseUrl, 'select name from "Host"')
  expect(rows).toEqual([{ name: 'rack-1' }])
})

test('Steelyard makes and drops partitions while their rows are read', async () => {
  const place = await installations.external()
  await fill(place)
  const dayAt = (day: number) => day * 24 * 3600
  const steps: Record<string, () => Promise<unknown>> = {
    // After the partitions were listed, and before they are read.
    'tables/User/1': () => other(`select drop_partition('WatchWindow_10s', ${dayAt(1)})`),
    'tables/WatchWindow/1': () =>
      other(`select make_partition('WatchWindow_10s', ${dayAt(2)}, 86400),
                                                drop_partition('WatchWindow_10s', ${dayAt(3)})`),
  }
  class Archive extends ArchiveWriter {
    override async add(...[name, bytes, chunks]: Parameters<ArchiveWriter['add']>) {
      await steps[name]?.()
      delete steps[name]
      return super.add(name, bytes, chunks)
    }
  }
  const other = (sql: string) => queryAt(place.databaseUrl, `set lock_timeout = '10s'; ${sql}`)
  for (const day of [1, 3])
    await other(`select make_partition('WatchWindow_10s', ${dayAt(day)}, 86400)`)
  const archive = new Archive(newFile())
  const { rows } = await queryAt(place.databaseUrl, 'select count(*)::int as n from "WatchWindow"')
  await withSession(place.databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read')
    const { tables } = await readDatabase(client, archive)
    expect(tables.find(({ name }) => name === 'WatchWindow')!.rows).toBe(rows[0].n)
  })
  await archive.close()
  expect(steps).toEqual({})
})

test('no windows move out of the database into files while a backup is made', async () => {
  const place = await installations.external()
  await fill(place)
  const locks = async () => {
    const { rowCount } = await queryAt(
      place.databaseUrl,
      `select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and mode = 'ShareLock' and datname = current_database()`,
    )
    return rowCount
  }
  const stat = place.files.stat.bind(place.files)
  const held: unknown[] = []
  vi.spyOn(place.files, 'stat').mockImplementation(async (id) => {
    held.push(await locks())
    return stat(id)
  })
  await makeBackup(place, newFile())
  expect(held.length).toBeGreaterThan(3)
  expect(new Set(held)).toEqual(new Set([1]))
  expect(await locks()).toBe(0)
})

describe('a backup that is not as it was made', () => {
  const damaged = newFile()
  const expectRefused = async (content: Buffer) => {
    const target = installations.embedded()
    fs.writeFileSync(damaged, content)
    await expect(restoreBackup(target, damaged)).rejects.toThrow('Nothing was changed')
    expect(fs.existsSync(target.dataDir)).toBe(false)
  }

  test('is refused wherever it was cut', async () => {
    const content = fs.readFileSync(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length - 1), (at) => expectRefused(content.subarray(0, at))),
      { numRuns: 20, examples: [[0], [1], [content.length - 1]] },
    )
  })

  test('is refused whichever byte differs', async () => {
    const content = fs.readFileSync(file)
    // The header of gzip says nothing of the content from its fifth to its tenth byte.
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: content.length - 1 }), (at) => {
        const flipped = Buffer.from(content)
        flipped[at]! ^= 0xff
        return expectRefused(flipped)
      }),
      { numRuns: 20, examples: [[10], [content.length - 1]] },
    )
  })

  test('is refused though it is whole for gzip and tar', async () => {
    const tar = gunzipSync(fs.readFileSync(file))
    const at = tar.indexOf('tables/User/1')
    tar[at + 512 + 3]! ^= 1
    await expectRefused(gzipSync(tar, { level: 1 }))
  })
})

describe('where something is in the way, nothing is changed:', () => {
  const refusal = (place: Place, replaced = false, from = file) =>
    restoreBackup(place, from, replaced).then(
      () => expect.fail('it was restored'),
      (error: Error) => {
        expect(`${error.message} ${error.stack}`).not.toContain('hush')
        return error.message
      },
    )

  test('another installation, unless it is to be replaced', async () => {
    const other = await external('other')
    await fill(other)
    const before = await everythingIn(other)
    expect(await refusal(other)).toContain('secrets/key is the key of another installation')
    const { dataDir, files } = installations.embedded()
    expect(await refusal({ ...other, dataDir })).toContain('files that are not of this backup')
    expect(await refusal({ ...other, dataDir, files })).toContain('holds a Steelyard already')
    expect(await everythingIn(other)).toEqual(before)

    await restoreBackup(other, file, true)
    const after = await everythingIn(other)
    // Files that no row names any more are removed after a day.
    expect(after).toEqual({ ...saved, files: { ...before.files, ...saved.files } })
  })

  test('a database of something else, also where it is to be replaced', async () => {
    const foreign = await installations.external()
    await queryAt(foreign.databaseUrl, 'create table "Invoice" (id int)')
    for (const replaced of [false, true])
      expect(await refusal(foreign, replaced)).toContain('holds tables of something else')
    await queryAt(foreign.databaseUrl, 'select from "Invoice"')
  })

  test('an installation that runs', async () => {
    const running = await installations.external()
    await fill(running)
    const db = createDb(running.databaseUrl)
    await db.user.count()
    expect(await refusal(running, true)).toContain('Stop Steelyard on all machines')
    expect(await db.user.count()).toBe(1)
    await db.$disconnect()
    await withDatabase(source, async () => {
      expect(await refusal(source, true)).toContain('another Steelyard is running')
    })
  })

  test('another key, or none', async () => {
    const given = { ...(await installations.external()), auditKey: 'a'.repeat(32) }
    expect(await refusal(given)).toMatch(
      /^STEELYARD_AUDIT_KEY is not the key of the backup\. .* contents\.json/,
    )
    const secretKey = Buffer.alloc(32, 1).toString('base64')
    const own = { ...(await installations.external()), secretKey }
    await fill(own)
    const ofOwn = newFile()
    await makeBackup(own, ofOwn)
    expect(gunzipSync(fs.readFileSync(ofOwn)).includes(secretKey)).toBe(false)
    const without = await installations.external()
    expect(await refusal(without, false, ofOwn)).toContain('needs the STEELYARD_SECRET_KEY')
    expect(fs.existsSync(without.dataDir)).toBe(false)
    await restoreBackup({ ...without, secretKey }, ofOwn)
  })

  test('a database that cannot be used', async () => {
    const place = await installations.external()
    const at = (change: (url: URL) => void) => {
      const url = new URL(place.databaseUrl)
      change(url)
      return { ...place, databaseUrl: url.href }
    }
    const cases: [Place, string][] = [
      [at((url) => (url.password = 'hushed')), 'neither this user nor this password'],
      [at((url) => (url.pathname = '/missing')), 'no database of this name'],
      [at((url) => (url.port = '1')), 'no PostgreSQL answers'],
    ]
    for (const [wrong, reason] of cases) {
      expect(await refusal(wrong)).toContain(reason)
      const failed = await makeBackup(wrong, newFile()).catch((error: Error) => error)
      expect(String(failed)).toContain(reason)
      expect(String(failed)).not.toContain('hush')
    }
    await expect(makeBackup(place, newFile())).rejects.toThrow('it holds no Steelyard')
    const admin = new URL(process.env.STEELYARD_TEST_DATABASE_URL!)
    admin.pathname = new URL(place.databaseUrl).pathname
    await queryAt(admin.href, 'alter schema public owner to postgres')
    expect(await refusal(place)).toContain('this user lacks rights')
  })

  test.skipIf(!canStartObjectStore)('a bucket that cannot be used', async () => {
    const wrong = { ...store!.env, STEELYARD_S3_SECRET_ACCESS_KEY: 'a hushed secret' }
    const place = await installations.external(wrong)
    const reason = 'STEELYARD_S3_SECRET_ACCESS_KEY: they do not open the bucket'
    expect(await refusal(place)).toContain(reason)
    const failed = await makeBackup({ ...source, files: place.files }, newFile()).catch(String)
    expect(failed).toContain(reason)
    expect(failed).not.toContain('hush')
  })

  test('a migration that this version does not have', async () => {
    const newer = await installations.external()
    await fill(newer)
    await queryAt(
      newer.databaseUrl,
      `insert into _prisma_migrations (id, migration_name, checksum, finished_at)
       values ('x', '29990101000000_later', 'x', now())`,
    )
    const ofNewer = newFile()
    await makeBackup(newer, ofNewer)
    expect(await refusal(await installations.external(), false, ofNewer)).toContain(
      'the migration 29990101000000_later',
    )
  })

  test('no room for the files; a second try goes on', async () => {
    const place = await installations.external()
    const { files } = place
    const create = files.create.bind(files)
    let left = 2
    files.create = (id) => (left-- > 0 ? create(id) : Promise.reject(new FilesFull('full')))
    const told = await refusal(place)
    expect(told).toContain(
      `There is no space left in ${files.place}. The database and the keys are`,
    )
    expect(Object.keys(await hashesOf(files))).toHaveLength(2)
    const { rows } = await queryAt(
      place.databaseUrl,
      `select from pg_tables where schemaname = 'public'`,
    )
    expect(rows).toEqual([])
    left = Object.keys(saved.files).length - 2
    await restoreBackup(place, file)
    expect(await everythingIn(place)).toEqual(saved)
  })
})

test('a backup in a directory is named by its moment', async () => {
  const directory = installations.directory()
  const { file: made } = await makeBackup(source, directory)
  expect(fs.readdirSync(directory)).toEqual([path.basename(made)])
  expect(path.basename(made)).toMatch(/^steelyard-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
})

test('a backup ends in words where its file cannot be', async () => {
  await expect(makeBackup(source, file)).rejects.toThrow('exists already')
  const missing = path.join(installations.directory(), 'missing/backup')
  await expect(makeBackup(source, missing)).rejects.toThrow(`${missing} cannot be written (ENOENT)`)
  const nowhere = installations.embedded()
  await expect(makeBackup(nowhere, newFile())).rejects.toThrow('holds no database')
})
