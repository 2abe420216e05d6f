import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'

/** No answer takes so long. */
const LEFT_AFTER_MS = 24 * 3600 * 1000

/** Files that are made for one answer lie on the disk of the API that answers, wherever uploads are. */
export async function madeFilesDirectory({
  uploadDir,
}: Pick<Config, 'uploadDir'>): Promise<string> {
  const directory = path.join(uploadDir, 'made')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return directory
}

/** Removes what an API that was killed has left. */
export async function sweepMadeFiles(config: Pick<Config, 'uploadDir'>): Promise<void> {
  const directory = await madeFilesDirectory(config)
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name)
    const made = await stat(file).catch(() => null)
    if (made && Date.now() - made.mtimeMs > LEFT_AFTER_MS) await rm(file, { force: true })
  }
}
