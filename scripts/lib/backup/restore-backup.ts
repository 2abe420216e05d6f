import { FilesFull } from '@steelyard/api/administration'
import { makeDirectory } from '../postgres/data-directory.ts'
import { withDatabase } from '../product/with-database.ts'
import { prepareSecret } from '../secrets.ts'
import { checkBackup, readBackup } from './archive-reader.ts'
import type { Contents } from './backup-format.ts'
import { withSession } from './database-session.ts'
import { keysToStore } from './keys.ts'
import type { Place } from './make-backup.ts'
import { DatabaseWriter, migrationsOf } from './write-database.ts'
import { FilesWriter } from './write-files.ts'

/**
 * Fills an installation from a backup, wherever that was made. The whole backup is checked first; then
 * files come one by one, and the database changes in one transaction at the end.
 * @param replaced whether there may be another installation, which is then gone
 * @throws Error in words for the operator; the database and the keys are as they were then
 */
export async function restoreBackup(
  place: Place,
  file: string,
  replaced = false,
): Promise<Contents> {
  const backup = await checkBackup(file)
  const migrations = migrationsOf(backup, backup.version)
  const keys = keysToStore(place, backup, replaced)
  const files = new FilesWriter(place.files, backup)
  await files.begin(replaced)
  makeDirectory(place.dataDir)
  let hasBegun = false
  try {
    await withDatabase(place, (url) =>
      withSession(url, async (client) => {
        const database = new DatabaseWriter(client, backup)
        await database.begin(url, migrations, replaced)
        hasBegun = true
        await readInto(file, backup, files, database)
        await database.complete(url)
        const stored = keys.map(([name, key]) => prepareSecret(place.dataDir, name, key))
        await client.query('commit')
        for (const put of stored) put()
      }),
    )
  } catch (error) {
    throw hasBegun ? unfinished(error as Error, place) : error
  }
  return backup
}

async function readInto(
  file: string,
  contents: Contents,
  files: FilesWriter,
  database: DatabaseWriter,
): Promise<void> {
  for await (const { name, chunks } of readBackup(file, contents)) {
    if (name.startsWith('files/')) await files.add(name, chunks)
    else if (name.startsWith('tables/')) await database.add(name, chunks)
  }
  await files.complete()
}

function unfinished(error: Error, { files }: Place): Error {
  const reason =
    error instanceof FilesFull ? `There is no space left in ${files.place}.` : error.message
  return new Error(
    `${reason} The database and the keys are as they were. Some files of the backup may lie in ` +
      `${files.place}; they do no harm. Repeat the command to go on.`,
    { cause: error },
  )
}
