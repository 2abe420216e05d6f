import { messagesOf, partitionsOf } from '@steelyard/api/administration'
import type pg from 'pg'
import type { ArchiveWriter } from './archive-writer.ts'
import type { Contents, Migration, Table } from './backup-format.ts'
import { rowsOf } from './copy-rows.ts'

/** Bytes of rows that are gathered for one entry. */
const ENTRY_BYTES = 4 * 2 ** 20

/** Migrations are known by their names, and their table is not copied. */
const TABLES = `
  select relname as name, array_agg(attname::text order by attnum) as columns,
         relkind = 'p' as "isPartitioned"
    from pg_class join pg_attribute on attrelid = pg_class.oid
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
     and relname <> '_prisma_migrations'
     and attnum > 0 and not attisdropped and attgenerated = ''
   group by relname, relkind order by relname`
const SEQUENCES = `
  select sequencename as name, last_value::text as last from pg_sequences
   where schemaname = current_schema() and last_value is not null order by 1`
const MIGRATIONS = `
  select migration_name as name, checksum from _prisma_migrations
   where finished_at is not null and rolled_back_at is null order by 1`

/** So that every server writes values, and reads them, in the same way. */
export const SAME_FORMS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 3; set bytea_output = 'hex'; set timezone = 'UTC';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

type FoundTable = Omit<Table, 'rows'> & { isPartitioned: boolean }

/** The tables of the product, and those of their columns that hold more than others say already. */
export async function tablesOf(client: pg.Client): Promise<FoundTable[]> {
  return (await client.query(TABLES)).rows
}

/** Columns as SQL wants them; names come from the database itself. */
export function listOf(client: pg.Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}

type DatabaseContents = Omit<Contents, 'files' | 'secrets' | 'fingerprints' | 'entries'>

/** Adds all rows that the session's transaction sees. */
export async function readDatabase(
  client: pg.Client,
  archive: ArchiveWriter,
): Promise<DatabaseContents> {
  const begun = await client.query<{ now: Date }>('select now()')
  const migrations = (await client.query<Migration>(MIGRATIONS)).rows
  const partitions = await partitionsOf(client)
  const tables: Table[] = []
  for (const { isPartitioned, ...table } of await tablesOf(client)) {
    const rows = new RowsOfTable(client, archive, table)
    if (!isPartitioned) await rows.add(client.escapeIdentifier(table.name))
    else for (const { name } of partitions) await addPartition(client, rows, name)
    tables.push({ ...table, rows: await rows.close() })
  }
  const { rows } = await client.query<{ name: string; last: string }>(SEQUENCES)
  const sequences = Object.fromEntries(rows.map(({ name, last }) => [name, last]))
  const messages = await messagesOf(client)
  const moment = begun.rows[0]!.now.toISOString()
  return { moment, migrations, tables, partitions, sequences, messages }
}

const NO_SUCH_TABLE = '42P01'

/**
 * Locks a partition only as long as it is read, and never the tables that it belongs to: Steelyard makes
 * partitions while it runs, and drops those whose time is over. One that was dropped has nothing to keep.
 */
async function addPartition(client: pg.Client, rows: RowsOfTable, name: string): Promise<void> {
  await client.query('savepoint partition')
  await rows.add(name).catch((error) => {
    if (error.code !== NO_SUCH_TABLE) throw error
  })
  await client.query('rollback to partition')
}

/** Gathers the rows of a table into entries. */
class RowsOfTable {
  readonly #client: pg.Client
  readonly #archive: ArchiveWriter
  readonly #table: Omit<Table, 'rows'>
  #count = 0
  #entries = 0
  #waiting: Buffer[] = []
  #waitingBytes = 0

  constructor(client: pg.Client, archive: ArchiveWriter, table: Omit<Table, 'rows'>) {
    this.#client = client
    this.#archive = archive
    this.#table = table
  }

  /** @param source the table, or one of its partitions, as SQL wants its name */
  async add(source: string): Promise<void> {
    const query = `copy ${source} (${listOf(this.#client, this.#table.columns)}) to stdout`
    for await (const row of rowsOf(this.#client, query)) {
      this.#count++
      this.#waiting.push(row)
      this.#waitingBytes += row.length
      if (this.#waitingBytes >= ENTRY_BYTES) await this.#flush()
    }
  }

  /** @returns how many rows there were */
  async close(): Promise<number> {
    if (this.#waitingBytes > 0) await this.#flush()
    return this.#count
  }

  async #flush(): Promise<void> {
    const name = `tables/${this.#table.name}/${++this.#entries}`
    await this.#archive.add(name, this.#waitingBytes, this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
  }
}
