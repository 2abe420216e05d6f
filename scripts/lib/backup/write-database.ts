import { makePartitions, prepareQueue, sendMessages } from '@steelyard/api/administration'
import type pg from 'pg'
import { applyPending, MIGRATION_LOCK, readMigrations } from '../migrate.ts'
import type { Contents, Migration, Table } from './backup-format.ts'
import { sendRows } from './copy-rows.ts'
import { listOf, tablesOf } from './read-database.ts'

type WholeMigration = ReturnType<typeof readMigrations>[number]

/**
 * The migrations by which the database of a backup came about; later ones follow at the next start.
 * @throws Error when this release does not have all of them
 */
export function migrationsOf({ migrations }: Contents, version: string): WholeMigration[] {
  const own = new Map(readMigrations().map((each) => [each.name, each]))
  const isOther = ({ name, checksum }: Migration) => own.get(name)?.checksum !== checksum
  const other = migrations.find(isOther)
  if (other)
    throw new Error(
      `The backup has the migration ${other.name} of Steelyard ${version}, which this version does ` +
        'not have. Restore it with that version or a newer one. Nothing was changed.',
    )
  return migrations.map(({ name }) => own.get(name)!)
}

/**
 * Makes a database anew from a backup, in one transaction: until `commit`, it stays as it was. Only rows
 * come from the backup; what the database does with them is this release's own.
 */
export class DatabaseWriter {
  readonly #client: pg.Client
  readonly #contents: Contents
  #tables = new Map<string, Pick<Table, 'columns'>>()
  readonly #rows = new Map<string, number>()
  #putBack: string[] = []

  constructor(client: pg.Client, contents: Contents) {
    this.#client = client
    this.#contents = contents
  }

  /**
   * @param replaced whether there may be a product in it, which is then removed
   * @throws Error when there is one, or it runs
   */
  async begin(url: string, migrations: WholeMigration[], replaced: boolean): Promise<void> {
    await this.#hold()
    const tables = await tablesOf(this.#client)
    // Whatever is there is removed, and nobody means that of the database of something else.
    if (tables.length > 0 && !tables.some(({ name }) => name === 'UploadFile'))
      throw new Error(`The database holds tables of something else. ${ANOTHER}.`)
    if (!replaced && (await this.#hasRows(tables)))
      throw new Error(`The database holds a Steelyard already. ${ANOTHER}, or add --replace.`)
    await prepareQueue(url)
    await this.#client.query('begin')
    await this.#removeAll()
    await applyPending(this.#client, migrations)
    this.#tables = new Map((await tablesOf(this.#client)).map((table) => [table.name, table]))
    for (const { name, columns } of this.#contents.tables)
      if (String(this.#tables.get(name)?.columns) !== String(columns))
        throw new Error(`The table ${name} of the backup is another one than that of its version.`)
    await makePartitions(this.#client, this.#contents.partitions)
    await this.#takeChecksAway()
  }

  /** @param entry `tables/<name>/<number>` */
  async add(entry: string, rows: AsyncIterable<Buffer>): Promise<void> {
    const [, name = ''] = entry.split('/')
    const table = this.#tables.get(name)
    if (!table) throw new Error(`The backup holds a table ${name} of which it does not tell.`)
    const target = `${this.#client.escapeIdentifier(name)} (${listOf(this.#client, table.columns)})`
    const count = await sendRows(this.#client, `copy ${target} from stdin`, rows)
    this.#rows.set(name, (this.#rows.get(name) ?? 0) + count)
  }

  /** Checks what was added, and completes it. */
  async complete(url: string): Promise<void> {
    const { tables, sequences, messages } = this.#contents
    for (const { name, rows } of tables)
      if ((this.#rows.get(name) ?? 0) !== rows)
        throw new Error(`Rows of the table ${name} are missing.`)
    for (const [name, last] of Object.entries(sequences))
      await this.#client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last])
    for (const statement of this.#putBack) await this.#client.query(statement)
    await sendMessages(url, this.#client, messages)
  }

  /** Nobody else may write meanwhile, and no start may bring the database up to date. */
  async #hold(): Promise<void> {
    const { rows: locks } = await this.#client.query('select pg_try_advisory_lock($1) as held', [
      MIGRATION_LOCK,
    ])
    const { rows: others } = await this.#client.query(
      `select 1 from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
          and backend_type = 'client backend'`,
    )
    if (locks[0].held && others.length === 0) return
    throw new Error(
      'Somebody else is connected to the database as the same user. Stop Steelyard on all machines, ' +
        'and whatever else uses the database.',
    )
  }

  async #hasRows(tables: readonly Pick<Table, 'name'>[]): Promise<boolean> {
    for (const { name } of tables) {
      const table = this.#client.escapeIdentifier(name)
      const { rows } = await this.#client.query(`select 1 from ${table} limit 1`)
      if (rows.length > 0) return true
    }
    return false
  }

  /** Not the schema itself, which belongs to the server's superuser up to PostgreSQL 14. */
  async #removeAll(): Promise<void> {
    await this.#each(`
      select format('drop table %I cascade', relname) as statement from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`)
    await this.#client.query('drop schema if exists partitions')
    await this.#each(`
      select format('drop routine %s cascade', pg_proc.oid::regprocedure) as statement from pg_proc
       where pronamespace = current_schema()::regnamespace and not exists
         (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`)
  }

  /**
   * Rows come table by table, as they were: no trigger has anything to say about them, and whether
   * they refer to each other is checked at the end, for all of them.
   */
  async #takeChecksAway(): Promise<void> {
    const references = await this.#find(`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement,
             format('alter table %s add constraint %I %s', conrelid::regclass, conname,
                    pg_get_constraintdef(oid)) as back
        from pg_constraint
       where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`)
    const triggers = await this.#find(`
      select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as statement,
             format('alter table %s enable %s trigger %I', tgrelid::regclass,
                    case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end,
                    tgname) as back
        from pg_trigger join pg_class on pg_class.oid = tgrelid
       where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D'`)
    for (const { statement } of [...references, ...triggers]) await this.#client.query(statement)
    this.#putBack = [...references, ...triggers].map(({ back }) => back)
  }

  async #each(query: string): Promise<void> {
    for (const { statement } of await this.#find(query)) await this.#client.query(statement)
  }

  async #find(query: string): Promise<{ statement: string; back: string }[]> {
    return (await this.#client.query(query)).rows
  }
}

const ANOTHER =
  'Nothing was changed. Name an empty one in DATABASE_URL, or an empty STEELYARD_DATA_DIR'
