import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../db.ts'
import { type AppError, unprocessable } from '../../errors.ts'

/** Where files are stored, and how much of that disk stays free. */
export type DiskRoom = Pick<Config, 'uploadDir' | 'keptFreeBytes'>

export interface Room {
  /** Bytes that the quota and the disk still take. */
  freeBytes: number
  /** Bytes of unfinished files that were declared and have not arrived. */
  awaitedBytes: number
}

export async function measureRoom(config: Config, db: Db | Tx): Promise<Room> {
  const freeOnDisk = await freeDiskBytes(config)
  const { _sum } = await db.uploadFile.aggregate({ _sum: { sizeBytes: true, receivedBytes: true } })
  const received = Number(_sum.receivedBytes ?? 0n)
  return {
    freeBytes: Math.min(config.maxTotalBytes - received, freeOnDisk),
    awaitedBytes: Number(_sum.sizeBytes ?? 0n) - received,
  }
}

/** What the disk takes before it holds only what is kept free. */
export async function freeDiskBytes(config: DiskRoom): Promise<number> {
  const { bavail, bsize } = await statfs(config.uploadDir)
  return bavail * bsize - config.keptFreeBytes
}

/** How many more bytes may be stored, apart from those that unfinished files have reserved. */
export async function roomLeft(config: Config, db: Db | Tx): Promise<number> {
  const { freeBytes, awaitedBytes } = await measureRoom(config, db)
  return freeBytes - awaitedBytes
}

/**
 * Refuses before the first byte instead of after hours of sending. It reserves nothing.
 * @throws AppError `no-space-left`
 */
export async function requireRoom(config: Config, db: Db | Tx, bytes: number): Promise<void> {
  if ((await roomLeft(config, db)) < bytes) throw noSpaceLeft('a recording of this length')
}

export function noSpaceLeft(what: string): AppError {
  return unprocessable(
    'no-space-left',
    `The server has no room for ${what}. Delete uploads that are no longer needed.`,
  )
}
