import type { Db, Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { type AppError, unprocessable } from '../../errors.ts'

/** Where files go, and the quota for all of them. */
export type FilePlace = Pick<Deps, 'config' | 'files'>

export interface Room {
  /** Bytes that the quota and the place of the files still take. */
  freeBytes: number
  /** Bytes of unfinished files that were declared and have not arrived. */
  awaitedBytes: number
}

export async function measureRoom({ config, files }: FilePlace, db: Db | Tx): Promise<Room> {
  const freeThere = await files.freeBytes()
  const { _sum } = await db.uploadFile.aggregate({ _sum: { sizeBytes: true, receivedBytes: true } })
  const received = Number(_sum.receivedBytes ?? 0n)
  return {
    freeBytes: Math.min(config.maxTotalBytes - received, freeThere),
    awaitedBytes: Number(_sum.sizeBytes ?? 0n) - received,
  }
}

/** How many more bytes may be stored, apart from those that unfinished files have reserved. */
export async function roomLeft(place: FilePlace, db: Db | Tx): Promise<number> {
  const { freeBytes, awaitedBytes } = await measureRoom(place, db)
  return freeBytes - awaitedBytes
}

/**
 * Refuses before the first byte instead of after hours of sending. It reserves nothing.
 * @throws AppError `no-space-left`
 */
export async function requireRoom(place: FilePlace, db: Db | Tx, bytes: number): Promise<void> {
  if ((await roomLeft(place, db)) < bytes) throw noSpaceLeft('a recording of this length')
}

export function noSpaceLeft(what: string): AppError {
  return unprocessable(
    'no-space-left',
    `The server has no room for ${what}. Delete uploads that are no longer needed.`,
  )
}
