import type { z } from 'zod'
import type { Environment } from '../environment.ts'

/** Where files are stored, as plain data, so that a thread can open the same place. */
export type FilesSetting = DiskSetting | BucketSetting

export interface DiskSetting {
  kind: 'disk'
  directory: string
  /** The database may be on the same disk and needs room to write, as do logs. */
  keptFreeBytes: number
}

/** A bucket of any server that speaks S3. */
export interface BucketSetting {
  kind: 'bucket'
  bucket: string
  /** Before the name of each object; ends in a slash unless it is empty. */
  prefix: string
  region: string
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

/** The database may be on the same disk and needs room to write, as do logs. */
export const KEPT_FREE_BYTES = 256 * 2 ** 20

type Given = Pick<
  z.output<typeof Environment>,
  | 'STEELYARD_S3_BUCKET'
  | 'STEELYARD_S3_ENDPOINT'
  | 'STEELYARD_S3_REGION'
  | 'STEELYARD_S3_PREFIX'
  | 'STEELYARD_S3_ACCESS_KEY_ID'
  | 'STEELYARD_S3_SECRET_ACCESS_KEY'
>

/** @throws Error naming what is missing */
export function readFilesSetting(given: Given, directory: string): FilesSetting {
  const bucket = given.STEELYARD_S3_BUCKET
  if (bucket === undefined) return { kind: 'disk', directory, keptFreeBytes: KEPT_FREE_BYTES }
  return {
    kind: 'bucket',
    bucket,
    prefix: given.STEELYARD_S3_PREFIX,
    region: given.STEELYARD_S3_REGION,
    endpoint: given.STEELYARD_S3_ENDPOINT,
    accessKeyId: needed(given, 'STEELYARD_S3_ACCESS_KEY_ID'),
    secretAccessKey: needed(given, 'STEELYARD_S3_SECRET_ACCESS_KEY'),
  }
}

function needed<Name extends keyof Given>(given: Given, name: Name): string {
  const value = given[name]
  if (value !== undefined) return value
  throw new Error(
    `The configuration is not usable:\n  ${name}: is missing, and STEELYARD_S3_BUCKET needs it`,
  )
}
