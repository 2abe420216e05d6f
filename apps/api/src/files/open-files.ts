import { BucketFiles } from './bucket-files.ts'
import { DiskFiles } from './disk-files.ts'
import type { Files } from './files.ts'
import type { FilesSetting } from './files-setting.ts'

/** Someone waits, and can send the same again. */
const PATIENCE_OF_PEOPLE_MS = 10_000

/** @param patienceMs how long to try again while the place does not answer */
export function openFiles(setting: FilesSetting, patienceMs = PATIENCE_OF_PEOPLE_MS): Files {
  return setting.kind === 'disk' ? new DiskFiles(setting) : new BucketFiles(setting, patienceMs)
}
