import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TimeSpan } from '@steelyard/analysis'
import type { Db } from '../../db.ts'
import { dateOf, epochSecondsOf } from '../../epoch.ts'
import { type Files, putFile } from '../../files/files.ts'
import type { FilesSetting } from '../../files/files-setting.ts'
import { openFiles } from '../../files/open-files.ts'
import type { ColdWindowsModel } from '../../generated/prisma/models.ts'
import { uuidV7 } from '../../uuid.ts'
import type { WindowSeconds } from '../levels.ts'
import { unpackWindow } from '../packed-window.ts'
import { storedBuffer } from './read-cold-windows.ts'
import { readWindowFile, type StoredWindow, writeWindowFile } from './window-file.ts'

/** Windows of a host that are to be written into files. */
interface WindowsToWrite extends TimeSpan {
  hostId: string
  seconds: WindowSeconds
  stored: FilesSetting
}

export type WrittenWindows = Omit<ColdWindowsModel, 'createdAt'>

/** Windows that are taken from the database at once. */
const PAGE = 1000
/** A file has about so many rows, one for each domain in each window: all of them are in memory once. */
const ROWS_IN_FILE = 50_000

/**
 * Writes the windows of one host that begin in the range into files, and reads each of them again. The
 * windows stay where they are.
 * @returns what is to be known of each file
 * @throws FilesFull, FilesAway, and Error when a file does not say what was written; none is left then
 */
export async function writeColdWindows(
  db: Db,
  { hostId, seconds, stored, fromEpochSeconds, toEpochSeconds }: WindowsToWrite,
): Promise<WrittenWindows[]> {
  const files = openFiles(stored)
  const written: WrittenWindows[] = []
  const ids: string[] = []
  let windows: StoredWindow[] = []
  let rows = 0
  const flush = async () => {
    const id = uuidV7()
    ids.push(id)
    const file = await writeFile(files, id, seconds, windows)
    written.push({ id, hostId, seconds, ...timesOf(windows, seconds), ...file })
    windows = []
    rows = 0
  }
  try {
    let from = dateOf(fromEpochSeconds)
    for (;;) {
      const page = await db.watchWindow.findMany({
        where: { hostId, seconds, windowStart: { gte: from, lt: dateOf(toEpochSeconds) } },
        orderBy: { windowStart: 'asc' },
        take: PAGE,
      })
      for (const { windowStart, observations, arrivals } of page) {
        const startEpochSeconds = epochSecondsOf(windowStart)
        const window = { windowStartEpochSeconds: startEpochSeconds, windowSeconds: seconds }
        const unpacked = unpackWindow(observations, window)
        windows.push({ startEpochSeconds, observations: unpacked, arrivals })
        rows += unpacked.length
      }
      const isLast = page.length < PAGE
      if (isLast ? rows > 0 : rows >= ROWS_IN_FILE) await flush()
      if (isLast) return written
      from = new Date(page.at(-1)!.windowStart.getTime() + 1)
    }
  } catch (error) {
    await files.remove(ids).catch(() => {}) // or what has no row goes in a day
    throw error
  }
}

async function writeFile(
  files: Files,
  id: string,
  seconds: WindowSeconds,
  windows: readonly StoredWindow[],
): Promise<Pick<WrittenWindows, 'bytes' | 'sha256'>> {
  const content = writeWindowFile(windows)
  await putFile(files, id, once(content))
  const bytes = content.length
  const there = new Uint8Array(await storedBuffer(files, id, bytes).slice(0))
  const file = { byteLength: there.length, slice: sliceOf(there) }
  const ends = windows.at(-1)!.startEpochSeconds + seconds
  const all = { fromEpochSeconds: windows[0]!.startEpochSeconds, toEpochSeconds: ends }
  const back = await readWindowFile(file, { seconds, withArrivals: true, ...all })
  const sha256 = sha256Of(content)
  if (sha256 !== sha256Of(there) || !isDeepStrictEqual(back, windows))
    throw new Error(`The file ${id} does not say what was written into it.`)
  return { bytes, sha256 }
}

/** The times that windows cover without a gap. */
function timesOf(windows: readonly StoredWindow[], seconds: WindowSeconds) {
  const observedFrom: Date[] = []
  const observedTo: Date[] = []
  let end = Number.NaN
  for (const { startEpochSeconds } of windows) {
    if (startEpochSeconds !== end) observedFrom.push(dateOf(startEpochSeconds))
    end = startEpochSeconds + seconds
    observedTo[observedFrom.length - 1] = dateOf(end)
  }
  const from = observedFrom[0]!
  return { observedFrom, observedTo, from, to: dateOf(end), windows: windows.length }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const sliceOf = (bytes: Uint8Array<ArrayBuffer>) => (start: number, end?: number) =>
  bytes.buffer.slice(start, end)
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
