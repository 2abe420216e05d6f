import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

// Applies prisma/migrations the way `prisma migrate deploy` does: same table, same checksums, same
// advisory lock. So `prisma migrate` works on the same database before and after, while a start of
// the product needs nothing but `pg`.

/** Prisma's own lock. */
export const MIGRATION_LOCK = 72707369
const CONNECT_TIMEOUT_MS = 10_000
/** Our unique indexes say `NULLS NOT DISTINCT`, which came with it. */
const OLDEST_SERVER = 15
const defaultDirectory = path.join(import.meta.dirname, '../../prisma/migrations')

type Migration = { name: string; sql: string; checksum: string }
type AppliedMigration = { migration_name: string; checksum: string; finished_at: Date | null }

/**
 * Brings the database at `url` up to date and returns the names of the migrations it applied.
 * Throws when the server does not answer, or when a migration fails or failed earlier.
 */
export async function migrate(url: string, directory = defaultDirectory): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  await client.connect()
  try {
    // Released with the session; a second process that starts meanwhile waits here.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyPending(client, readMigrations(directory))
  } finally {
    await client.end()
  }
}

/** Those of this release, in their order. */
export function readMigrations(directory = defaultDirectory): Migration[] {
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  return names.sort().map((name) => {
    const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** @returns the names of those that were not applied before */
export async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  refuseOldServer(rows[0]!.server_version)
  const applied = await readApplied(client)
  const newly: string[] = []
  for (const migration of migrations) {
    const earlier = applied.get(migration.name)
    if (earlier === undefined) {
      await apply(client, migration)
      newly.push(migration.name)
    } else if (earlier !== migration.checksum) {
      throw new Error(`migration ${migration.name} was edited after it had been applied`)
    }
  }
  return newly
}

/** @param version as `show server_version` gives it */
export function refuseOldServer(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return
  throw new Error(
    `The database server is PostgreSQL ${version}. Steelyard needs ${OLDEST_SERVER} or newer; nothing was changed.`,
  )
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists _prisma_migrations (
      id varchar(36) primary key not null,
      checksum varchar(64) not null,
      finished_at timestamptz,
      migration_name varchar(255) not null,
      logs text,
      rolled_back_at timestamptz,
      started_at timestamptz not null default now(),
      applied_steps_count integer not null default 0
    )`)
  const { rows } = await client.query<AppliedMigration>(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  )
  const unfinished = rows.find((row) => row.finished_at === null)
  if (unfinished) {
    throw new Error(
      `migration ${unfinished.migration_name} failed earlier: repair the database, then run ` +
        `npx prisma migrate resolve --rolled-back ${unfinished.migration_name}`,
    )
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  await client.query(
    'insert into _prisma_migrations (id, checksum, migration_name) values ($1, $2, $3)',
    [id, checksum, name],
  )
  try {
    await client.query(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // A migration with its own BEGIN leaves the session in an aborted transaction.
    await client.query('rollback')
    await client.query('update _prisma_migrations set logs = $2 where id = $1', [id, reason])
    throw new Error(`migration ${name}: ${reason}`, { cause: error })
  }
  await client.query(
    'update _prisma_migrations set finished_at = now(), applied_steps_count = 1 where id = $1',
    [id],
  )
}
