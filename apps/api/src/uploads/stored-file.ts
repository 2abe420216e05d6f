import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'

/** Where a file's bytes are. Its name is the row's id; what the user called it never becomes a path. */
export function storedFilePath(config: Pick<Config, 'uploadDir'>, fileId: string): string {
  return path.join(config.uploadDir, fileId)
}

/** Bytes and the note of the tus store beside them; a missing one is no fault. */
export async function removeStoredFiles(
  config: Pick<Config, 'uploadDir'>,
  fileIds: readonly string[],
): Promise<void> {
  for (const fileId of fileIds) {
    const file = storedFilePath(config, fileId)
    await rm(file, { force: true })
    await rm(`${file}.json`, { force: true })
  }
}
