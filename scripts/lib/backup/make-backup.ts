import fs from 'node:fs/promises'
import path from 'node:path'
import { withOpenPostgres } from '../postgres/open-postgres.ts'
import type { Settings } from '../product/settings.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { copyDatabase } from './copy-database.ts'
import { requireEmbeddedDatabase } from './require-embedded-database.ts'

export type Place = Pick<Settings, 'dataDir' | 'uploadDir' | 'databaseUrl'>

/**
 * Writes database, uploads and secrets into one file, whether or not the product is running.
 * @throws Error when the file exists, and nothing is left behind
 */
export async function makeBackup(place: Place, file: string): Promise<void> {
  requireEmbeddedDatabase(place)
  const partial = `${file}.partial`
  await fs.access(path.join(place.dataDir, 'pg')).catch(() => {
    throw new Error(`${place.dataDir} holds no database. See STEELYARD_DATA_DIR.`)
  })
  await fs.access(file).then(
    () => Promise.reject(new Error(`${file} exists already`)),
    () => fs.rm(partial, { force: true }),
  )
  try {
    await withOpenPostgres(place.dataDir, (server) => write(place, server, partial))
    await fs.rename(partial, file)
  } catch (error) {
    await fs.rm(partial, { force: true })
    throw error
  }
}

/**
 * The database knows the uploads of one moment. They are copied before it and, as far as they have
 * changed, after it: a file of that moment was there at one of both times.
 */
async function write(
  { dataDir, uploadDir }: Place,
  server: { adminUrl: string; pgData: string },
  file: string,
): Promise<void> {
  const archive = new ArchiveWriter(file)
  await addFiles(archive, 'secrets', path.join(dataDir, 'secrets'))
  const copied = new Map<string, number>()
  const addUploads = () => addFiles(archive, 'uploads', uploadDir, copied)
  await copyDatabase(server, archive, addUploads)
  await addUploads()
  await archive.close()
}

/** Adds files that are new or have another size than those copied before. */
async function addFiles(
  archive: ArchiveWriter,
  name: string,
  directory: string,
  copied = new Map<string, number>(),
): Promise<void> {
  const entries = await fs.readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(directory, entry.name)
    const found = entry.isFile() ? await fs.stat(file).catch(() => undefined) : undefined
    if (!found || copied.get(entry.name) === found.size) continue
    const size = await archive.addFile(`${name}/${entry.name}`, file)
    if (size !== undefined) copied.set(entry.name, size)
  }
}
