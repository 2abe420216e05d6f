import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { makeDirectory } from '../postgres/data-directory.ts'
import type { Account } from '../postgres/database-account.ts'
import { placeDatabase } from '../postgres/postgres-data-directory.ts'
import type { Place } from './make-backup.ts'
import { OwnConfiguration } from './own-configuration.ts'
import { requireEmbeddedDatabase } from './require-embedded-database.ts'

/** Where the parts of a backup go, and under which account. */
type Parts = Record<string, { directory: string; account: Account }>

/**
 * Fills an empty data directory from a backup; the next start completes the database. What a backup
 * holds is trusted, except that PostgreSQL's configuration is our own.
 * @throws Error when there is anything in the directory, or the backup is damaged or incomplete;
 * nothing is left behind then
 */
export async function restoreBackup(place: Place, file: string): Promise<void> {
  requireEmbeddedDatabase(place)
  await fs.access(file)
  for (const directory of [place.dataDir, place.uploadDir]) await requireEmpty(directory)
  makeDirectory(place.dataDir)
  const database = placeDatabase(place.dataDir)
  const { pgData, account } = database
  const configuration = new OwnConfiguration(database)
  const parts: Parts = {
    pg: { directory: pgData, account },
    secrets: { directory: path.join(place.dataDir, 'secrets'), account: undefined },
    uploads: { directory: place.uploadDir, account: undefined },
  }
  try {
    await unpack(file, parts)
    await fs.access(path.join(pgData, 'backup_label'))
    await configuration.replace()
  } catch (error) {
    for (const { directory } of Object.values(parts)) {
      await fs.rm(directory, { recursive: true, force: true })
    }
    await fs.rm(path.join(place.dataDir, 'pg'), { recursive: true, force: true })
    throw new Error(`${file} is not a whole backup: ${(error as Error).message}`, { cause: error })
  } finally {
    await configuration.remove()
  }
}

async function requireEmpty(directory: string): Promise<void> {
  const names = await fs.readdir(directory).catch(() => [])
  if (names.length === 0) return
  throw new Error(
    `${directory} is not empty. Stop Steelyard and move the directory away, or name another one ` +
      'in STEELYARD_DATA_DIR.',
  )
}

async function unpack(file: string, parts: Parts): Promise<void> {
  for (const { directory, account } of Object.values(parts)) await make(directory, account)
  const entries = extract()
  const read = pipeline(createReadStream(file), createGunzip(), entries)
  read.catch((error) => entries.destroy(error))
  for await (const entry of entries) {
    const { target, account } = targetOf(entry.header, parts)
    if (entry.header.type === 'directory') {
      entry.resume()
      await make(target, account)
    } else {
      await pipeline(Readable.from(entry), createWriteStream(target, { mode: 0o600 }))
      if (account) await fs.chown(target, account.uid, account.gid)
    }
  }
  await read
}

function targetOf({ name, type }: Header, parts: Parts): { target: string; account: Account } {
  const [first = '', ...rest] = name.replace(/\/$/, '').split('/')
  const part = Object.hasOwn(parts, first) ? parts[first] : undefined
  if (!part || rest.includes('..') || (type !== 'file' && type !== 'directory')) {
    throw new Error(`it holds ${JSON.stringify(name)}`)
  }
  return { target: path.join(part.directory, ...rest), account: part.account }
}

async function make(directory: string, account: Account): Promise<void> {
  await fs.mkdir(directory, { recursive: true, mode: 0o700 })
  if (account) await fs.chown(directory, account.uid, account.gid)
}
