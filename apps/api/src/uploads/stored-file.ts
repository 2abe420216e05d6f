import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'

/** What is known of the bytes that were uploaded. */
export type StoredFile = Pick<UploadFileModel, 'id' | 'name' | 'modifiedAt'>

/** Where a file's bytes are stored, by its row's id: a user's file name never becomes a path. */
export function storedFilePath(config: Pick<Config, 'uploadDir'>, fileId: string): string {
  return path.join(config.uploadDir, fileId)
}

/** Removes the bytes and the tus store's note on them; a missing file is no error. */
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

/** A stored file as those who read it take it: with the name under which it was sent. */
export function asUploaded(config: Pick<Config, 'uploadDir'>, file: StoredFile) {
  return {
    path: storedFilePath(config, file.id),
    name: file.name,
    ...(file.modifiedAt ? { modifiedAt: file.modifiedAt } : {}),
  }
}
