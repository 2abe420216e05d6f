import type { TimeSpan } from '@steelyard/analysis'
import type { AsyncBuffer } from 'hyparquet'
import type { Db, Tx } from '../../db.ts'
import { dateOf } from '../../epoch.ts'
import { type Files, NoSuchFile } from '../../files/files.ts'
import type { WindowSeconds } from '../levels.ts'
import { readWindowFile, type StoredWindow } from './window-file.ts'

/** Where windows are: in the database, and old ones in files. */
export interface WindowPlace {
  db: Db | Tx
  files: Files
}

interface ColdToRead extends TimeSpan {
  seconds: WindowSeconds
  withArrivals: boolean
}

/**
 * The windows in files that begin in the range, oldest first. Where a window came late, its time is in
 * two files: the older one has all that was observed then.
 */
export async function readColdWindows(
  { db, files }: WindowPlace,
  hostId: string,
  wanted: ColdToRead,
): Promise<StoredWindow[]> {
  const rows = await db.coldWindows.findMany({
    where: {
      hostId,
      seconds: wanted.seconds,
      from: { lt: dateOf(wanted.toEpochSeconds) },
      to: { gt: dateOf(wanted.fromEpochSeconds) },
    },
    select: { id: true, bytes: true },
    orderBy: { id: 'asc' },
  })
  const windows = new Map<number, StoredWindow>()
  for (const { id, bytes } of rows) {
    try {
      for (const window of await readWindowFile(storedBuffer(files, id, bytes), wanted))
        if (!windows.has(window.startEpochSeconds)) windows.set(window.startEpochSeconds, window)
    } catch (error) {
      if (!(error instanceof NoSuchFile)) throw error
      // Its time may have come meanwhile; what should be there and is not is lost.
      if (await db.coldWindows.findUnique({ where: { id }, select: { id: true } })) throw error
    }
  }
  return [...windows.values()].sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
}

/** A stored file as the reader of Parquet takes it: parts of it, by ranges. */
export function storedBuffer(files: Files, id: string, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start)
      let at = 0
      for await (const chunk of files.read(id, start, end)) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      if (at < bytes.length) throw new Error(`The file ${id} is shorter than it was.`)
      return bytes.buffer
    },
  }
}
