import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { ArchiveWriter } from './archive-writer.ts'

// A copy of the files of a running server by the protocol that PostgreSQL offers for it ("Making a
// Base Backup Using the Low Level API"). The files change while they are copied; the write-ahead log
// of that time repairs the copy when a server starts on it.

/** Directories whose files a server makes anew; the directories themselves must be there. */
const EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const SKIPPED = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*)$/
const WAL_FILE = /^[0-9A-F]{24}$/

/**
 * Adds the database to the archive as `pg/`.
 * @param beforeEnd called right before the moment that the copy shows
 */
export async function copyDatabase(
  { adminUrl, pgData }: { adminUrl: string; pgData: string },
  archive: ArchiveWriter,
  beforeEnd: () => Promise<void>,
): Promise<void> {
  const session = new pg.Client({ connectionString: adminUrl, keepAlive: true })
  await session.connect()
  try {
    // Ends with the session, and until then keeps the write-ahead log that the copy needs.
    const slot = `backup_${process.pid}`
    await session.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await session.query("select pg_backup_start('steelyard', fast => true)")
    await addDirectory(archive, 'pg', pgData)
    await beforeEnd()
    const { rows } = await session.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last
         from pg_backup_stop(wait_for_archive => false)`,
    )
    const { label, last } = rows[0]!
    await archive.addText('pg/backup_label', label)
    const first = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(label)![1]!
    await addWal(archive, path.join(pgData, 'pg_wal'), first, last)
  } finally {
    await session.end()
  }
}

async function addDirectory(archive: ArchiveWriter, name: string, directory: string) {
  await archive.addDirectory(name)
  for (const entry of await fs.readdir(directory, { withFileTypes: true })) {
    if (SKIPPED.test(entry.name)) continue
    const [inner, source] = [`${name}/${entry.name}`, path.join(directory, entry.name)]
    if (!entry.isDirectory()) await archive.addFile(inner, source)
    else if (EMPTY.has(entry.name)) await archive.addDirectory(inner)
    else await addDirectory(archive, inner, source)
  }
}

/** Names of the log's files sort by their place in the log. */
async function addWal(archive: ArchiveWriter, directory: string, first: string, last: string) {
  const names = await fs.readdir(directory)
  for (const name of names.filter((it) => WAL_FILE.test(it) && it >= first && it <= last)) {
    await archive.addFile(`pg/pg_wal/${name}`, path.join(directory, name))
  }
}
