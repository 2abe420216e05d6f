import fs from 'node:fs/promises'
import path from 'node:path'
import { type Files, keepPartitions } from '@steelyard/api/administration'
import type pg from 'pg'
import { inRoot } from '../paths.ts'
import { withOpenDatabase } from '../product/open-database.ts'
import type { Settings } from '../product/settings.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { ArchivedFiles } from './archived-files.ts'
import { type Contents, FIRST_ENTRY, FORMAT, LAST_ENTRY, type Origin } from './backup-format.ts'
import { withSession } from './database-session.ts'
import { type GivenKeys, keysForBackup } from './keys.ts'
import { readDatabase, tablesOf } from './read-database.ts'

/** An installation: its database, its files, and its keys. */
export type Place = GivenKeys & Pick<Settings, 'databaseUrl'> & { files: Files }

export type Made = {
  file: string
  rows: number
  files: number
  bytes: number
  /** Files that the database names and that are not in their place. */
  missing: number
}

/**
 * Writes database, files and keys into one file, whether or not the product is running.
 * @param to the file, or a directory, in which it is named by the moment
 * @throws Error in words for the operator, and nothing is left behind
 */
export async function makeBackup(place: Place, to: string): Promise<Made> {
  const isDirectory = await fs.stat(to).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const file = isDirectory ? path.join(to, nameByMoment(new Date())) : to
  const partial = `${file}.partial`
  await fs.access(file).then(
    () => Promise.reject(new Error(`${file} exists already. Name another file.`)),
    () => fs.rm(partial, { force: true }),
  )
  const keys = keysForBackup(place)
  try {
    const made = await withOpenDatabase(place, (url) =>
      withSession(url, async (client) => {
        await place.files.check()
        return write(client, place.files, keys, partial)
      }),
    )
    await fs.rename(partial, file)
    return { file, ...made }
  } catch (error) {
    await fs.rm(partial, { force: true })
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(`There is no space left for ${file}. Name another disk.`)
    throw syscall && message.includes(partial)
      ? new Error(`${file} cannot be written (${code}).`, { cause: error })
      : error
  }
}

async function write(
  client: pg.Client,
  files: Files,
  keys: Pick<Contents, 'secrets' | 'fingerprints'>,
  file: string,
): Promise<Omit<Made, 'file'>> {
  const archive = new ArchiveWriter(file)
  const origin: Origin = { format: FORMAT, version: await ownVersion() }
  await archive.addText(FIRST_ENTRY, JSON.stringify(origin))
  const archived = new ArchivedFiles(files, archive)
  await keepPartitions(client)
  const { ids, missing } = await beginWithFiles(client, archived)
  const database = await readDatabase(client, archive)
  await client.query('commit')
  const kept = ids.flatMap((id) => {
    const bytes = archived.bytesOf(id)
    return bytes === undefined ? [] : [{ id, bytes }]
  })
  const { entries } = archive
  const contents: Contents = { ...database, ...keys, files: kept, entries }
  await archive.addText(LAST_ENTRY, JSON.stringify(contents))
  await archive.close()
  return {
    rows: sum(database.tables.map(({ rows }) => rows)),
    files: kept.length,
    bytes: sum(kept.map(({ bytes }) => bytes)),
    missing,
  }
}

/**
 * Begins a transaction that shows one moment, all files of which are in the archive. So the files come
 * first and the moment after them: the few files that came meanwhile are added then, and where one of
 * them has been removed already, a later moment is taken, which does not name it.
 */
async function beginWithFiles(client: pg.Client, archived: ArchivedFiles) {
  // Asked before, because files go while a moment is looked at.
  const question = await namesOfFiles(client)
  let missing = await archived.add(await namedFiles(client, question))
  for (;;) {
    await client.query('begin isolation level repeatable read')
    // A migration would show in the middle of the transaction; it begins with a row in this table.
    await client.query('lock table _prisma_migrations in share mode')
    const ids = await namedFiles(client, question)
    const missingBefore = new Set(missing)
    missing = await archived.add(ids)
    // One that is named again and missing again was never begun, or is lost.
    if (missing.every((id) => missingBefore.has(id))) return { ids, missing: missing.length }
    await client.query('rollback')
  }
}

/** A question for the ids that are names of files; an earlier version kept no windows in files. */
async function namesOfFiles(client: pg.Client): Promise<string> {
  const tables = await tablesOf(client)
  const ofUploads = 'select id from "UploadFile"'
  return tables.some(({ name }) => name === 'ColdWindows')
    ? `${ofUploads} union all select id from "ColdWindows"`
    : ofUploads
}

async function namedFiles(client: pg.Client, question: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`${question} order by id`)
  return rows.map(({ id }) => id)
}

/** No colons, which not every disk takes in a name. */
function nameByMoment(moment: Date): string {
  return `steelyard-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
}

async function ownVersion(): Promise<string> {
  return JSON.parse(await fs.readFile(inRoot('package.json'), 'utf8')).version
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
