import path from 'node:path'
import type { Config } from '../../config.ts'
import type { DiskSetting } from '../../files/files-setting.ts'

/** Where the bytes of a file are, for tests that look at the disk. */
export function storedPath({ uploadDir }: Pick<Config, 'uploadDir'>, fileId: string): string {
  return path.join(uploadDir, fileId)
}

/** What a test fills up, and frees again. */
export function diskOf({ files }: Pick<Config, 'files'>): DiskSetting {
  if (files.kind !== 'disk') throw new Error('this test looks at the disk')
  return files
}
