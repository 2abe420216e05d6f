import { Environment } from '../environment.ts'
import { withSecretFiles } from '../secret-files.ts'
import type { Files } from './files.ts'
import { type FilesSetting, KEPT_FREE_BYTES, readFilesSetting } from './files-setting.ts'
import { openFiles } from './open-files.ts'

const Bucket = Environment.pick({
  STEELYARD_S3_BUCKET: true,
  STEELYARD_S3_ENDPOINT: true,
  STEELYARD_S3_REGION: true,
  STEELYARD_S3_PREFIX: true,
  STEELYARD_S3_ACCESS_KEY_ID: true,
  STEELYARD_S3_SECRET_ACCESS_KEY: true,
})

/** Nobody waits for a command as for a page. */
const PATIENCE_MS = 5 * 60_000

/**
 * Both places of an installation, whichever is in use.
 * @param directory the one of its uploads
 * @throws Error naming what is missing
 */
export function placesOf(
  env: Record<string, string | undefined>,
  directory: string,
): { directory: Files; bucket: Files } {
  const setting = settingOf(env, directory)
  if (setting.kind === 'disk')
    throw new Error('STEELYARD_S3_BUCKET is not set: name the bucket, and what opens it.')
  return {
    directory: openFiles({ kind: 'disk', directory, keptFreeBytes: KEPT_FREE_BYTES }),
    bucket: openFiles(setting, PATIENCE_MS),
  }
}

/**
 * The place in which an installation has its files.
 * @param directory the one of its uploads, unless they are in a bucket
 * @throws Error naming what is missing
 */
export function placeInUse(env: Record<string, string | undefined>, directory: string): Files {
  return openFiles(settingOf(env, directory), PATIENCE_MS)
}

function settingOf(env: Record<string, string | undefined>, directory: string): FilesSetting {
  const given = Object.entries(withSecretFiles(env)).filter(([, value]) => value !== '')
  return readFilesSetting(Bucket.parse(Object.fromEntries(given)), directory)
}
