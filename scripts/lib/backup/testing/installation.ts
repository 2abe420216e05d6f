import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Files,
  messagesOf,
  placeInUse,
  prepareQueue,
  sendMessages,
  useAuditKey,
} from '@steelyard/api/administration'
import { audit, createDb, fillLoop, systemActor } from '@steelyard/api/testing'
import pg from 'pg'
import { migrate } from '../../migrate.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../../postgres/temporary-data.ts'
import { withDatabase } from '../../product/with-database.ts'
import { auditKeyOf, readOrCreateSecret, secretFile } from '../../secrets.ts'
import type { Place } from '../make-backup.ts'

const MEBIBYTE = 2 ** 20
/** What a copy of rows as text has to keep. */
const HARD = 'tab\t, \\N, \\., "quotes", it\'s\r\nа 漢 \u{1f409}'

/** Makes installations for tests, and removes them. */
export class Installations {
  readonly #undo: (() => Promise<void> | void)[] = []

  directory(): string {
    const directory = makeTemporaryDataDirectory()
    this.#undo.push(() => removeDataDirectory(directory))
    return directory
  }

  /** As `npm start` has it without settings. */
  embedded(): Place {
    return this.#place(undefined, {})
  }

  /** On a database that belongs to a user with no rights beyond it. */
  async external(bucket: Record<string, string> = {}): Promise<Place & { databaseUrl: string }> {
    const name = `backup_${randomBytes(6).toString('hex')}`
    const server = process.env.STEELYARD_TEST_DATABASE_URL!
    await queryAt(server, `create role ${name} login password 'hush'`)
    await queryAt(server, `create database ${name} owner ${name}`)
    this.#undo.push(async () => {
      await queryAt(server, `drop database ${name} with (force)`)
      await queryAt(server, `drop role ${name}`)
    })
    const databaseUrl = `postgresql://${name}:hush@${new URL(server).host}/${name}`
    return { ...this.#place(databaseUrl, bucket), databaseUrl }
  }

  async remove(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }

  #place(databaseUrl: string | undefined, bucket: Record<string, string>): Place {
    const dataDir = path.join(this.directory(), 'data')
    this.#undo.push(() => removeDataDirectory(dataDir))
    const files = placeInUse(bucket, path.join(dataDir, 'uploads'))
    const keys = { secretKey: undefined, sessionSecret: undefined, auditKey: undefined }
    return { dataDir, databaseUrl, files, ...keys }
  }
}

export function queryAt(url: string, sql: string): Promise<pg.QueryResult> {
  return withClient(url, (client) => client.query(sql))
}

/** Rows of many tables, an audit trail, files, keys, and a job that waits. */
export async function fill(place: Place): Promise<void> {
  makeKeys(place)
  await withDatabase(place, async (url) => {
    await migrate(url)
    const db = createDb(url)
    await fillLoop(db, HARD)
    await addColdWindows(db, place.files)
    const { id: createdById } = await db.user.create({ data: { email: HARD, name: HARD } })
    const job = await db.job.create({
      data: { kind: 'inspect-upload', payload: { HARD }, createdById },
    })
    const uploads = { name: HARD, jobId: job.id, createdById, warnings: [HARD, ''] }
    const { id: uploadId } = await db.upload.create({ data: uploads })
    for (const bytes of [0, 1, 9 * MEBIBYTE + 1]) await addFile(db, place.files, uploadId, bytes)
    for (let i = 0; i < 3; i++)
      await db.$transaction((tx) => audit(tx, systemActor('worker'), { action: 'upload.delete' }))
    await db.$executeRaw`update "Job" set progress = 'null', found = '\\x00ff5c'::bytea`
    // More than one entry of the archive holds.
    await db.$executeRaw`insert into "FailedAttempts" select repeat('x', 2000) || i, i, now()
                           from generate_series(1, 3000) i`
    await db.$disconnect()
    await prepareQueue(url)
    await withClient(url, (client) =>
      sendMessages(url, client, [{ queue: 'worker', data: { jobId: job.id }, retryLimit: 3 }]),
    )
  })
}

/** As a start does where none are given. */
function makeKeys(place: Place): void {
  const { dataDir } = place
  if (place.secretKey === undefined) readOrCreateSecret(dataDir, 'key', 'base64')
  if (place.sessionSecret === undefined) readOrCreateSecret(dataDir, 'session')
  useAuditKey(auditKeyOf(place))
}

type Db = ReturnType<typeof createDb>

export async function addFile(
  db: Db,
  files: Files,
  uploadId: string,
  bytes: number,
): Promise<string> {
  const id = randomUUID()
  const size = BigInt(bytes)
  const content = randomBytes(bytes)
  await files.create(id)
  const end = await files.append(id)
  await end.write(content)
  await end.close()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const data = { id, uploadId, name: 'x', sizeBytes: size, receivedBytes: size, sha256 }
  await db.uploadFile.create({ data })
  return id
}

async function addColdWindows(db: Db, files: Files): Promise<void> {
  const { id: hostId } = await db.host.findFirstOrThrow()
  const content = randomBytes(100)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const [id, from, to] = [randomUUID(), new Date(0), new Date(60_000)]
  await files.create(id)
  const end = await files.append(id)
  await end.write(content)
  await end.close()
  const about = { seconds: 60, windows: 1, bytes: 100, observedFrom: [from], observedTo: [to] }
  await db.coldWindows.create({ data: { id, hostId, from, to, sha256, ...about } })
}

const SCHEMA = `
  select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text
    from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'pgboss%'
  union all select 'sequence', sequencename || ' ' || coalesce(last_value, 0)
    from pg_sequences where schemaname = 'public'
  union all select 'partition', inhparent::regclass || ' ' || inhrelid::regclass || ' ' || pg_get_expr(relpartbound, pg_class.oid)
    from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind in ('r', 'p') and inhparent::regclass::text not like 'pgboss%'
  union all select 'migration', migration_name || ' ' || checksum from _prisma_migrations
  order by 1, 2`

/** Everything that a backup has to bring back: rows, files by their hash, messages, and keys. */
export function everythingIn(place: Place) {
  return withDatabase(place, (url) =>
    withClient(url, async (client) => {
      const { rows: tables } = await client.query(
        `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      )
      const rows: Record<string, string[]> = {}
      for (const { name } of tables.filter(({ name }) => name !== '_prisma_migrations')) {
        const { rows: found } = await client.query(`select t::text from "${name}" t order by 1`)
        rows[name] = found.map(({ t }) => t)
      }
      const { rows: schema } = await client.query(SCHEMA)
      const keys = ['key', 'session', 'audit'].map((it) => textOf(secretFile(place.dataDir, it)))
      return {
        rows,
        schema,
        files: await hashesOf(place.files),
        messages: await messagesOf(client),
        keys,
      }
    }),
  )
}

function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export async function hashesOf(files: Files): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { id } of files.list()) {
    const hash = createHash('sha256')
    for await (const chunk of files.read(id)) hash.update(chunk)
    hashes[id] = hash.digest('hex')
  }
  return Object.fromEntries(Object.entries(hashes).sort())
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
