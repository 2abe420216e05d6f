import type { UploadedFile } from '@steelyard/traces'
import type { Files } from '../files/files.ts'
import type { FilesSetting } from '../files/files-setting.ts'
import { openFiles } from '../files/open-files.ts'
import type { UploadFileModel } from '../generated/prisma/models.ts'

/** What is known of the bytes that were uploaded. */
export type StoredFile = Pick<UploadFileModel, 'id' | 'name' | 'modifiedAt'>

/** A stored file as those who read it take it: with the name under which it was sent. */
export function asUploaded(files: Files, { id, name, modifiedAt }: StoredFile): UploadedFile {
  return {
    content: {
      read: (fromByte, toByte) => files.read(id, fromByte, toByte),
      sizeBytes: async () => (await files.stat(id))?.bytes ?? 0,
    },
    name,
    ...(modifiedAt ? { modifiedAt } : {}),
  }
}

/** A stored file as plain data, for a thread, which opens the place of the files itself. */
export interface FileForThread extends StoredFile {
  stored: FilesSetting
}

export function forThread(stored: FilesSetting, { id, name, modifiedAt }: StoredFile) {
  return { stored, id, name, modifiedAt } satisfies FileForThread
}

export function asUploadedInThread(file: FileForThread): UploadedFile {
  return asUploaded(openFiles(file.stored), file)
}
