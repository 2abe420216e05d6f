import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { reserveFile } from '../postgres/postgres-data-directory.ts'

const MIB = 2 ** 20
const RESERVE_BYTES = 64 * MIB
/** Less than this is a full disk: PostgreSQL needs 16 MiB at once, and as much again while it stops. */
const FULL_BYTES = 32 * MIB
/** The reserve is made when twice as much is left beside it, so that it does not come and go. */
const ROOM_BYTES = 3 * RESERVE_BYTES
const CHECK_MS = 5000

export type DiskGuard = {
  /** Gives up the reserve if the disk is full. */
  makeRoom: () => void
  /** From now on does so by itself, and makes the reserve whenever there is room for it. */
  watch: () => void
  /** False while the little that is left is for the database and must not be used for logs. */
  hasRoom: () => boolean
  stop: () => void
}

type Options = {
  say?: (message: string) => void
  /** The free bytes of the file system that holds a directory. */
  freeBytes?: (directory: string) => number
  reserveBytes?: number
}

/**
 * Keeps a file as a reserve on the disk of the database. PostgreSQL stops on a full disk and does
 * not start on one; when the reserve is given up, it does, and the operator can delete uploads.
 */
export function guardDisk(
  dataDir: string,
  { say = console.error, freeBytes = freeBytesOf, reserveBytes = RESERVE_BYTES }: Options = {},
): DiskGuard {
  let isFull = false
  /** What the operator has been told about the disk that is full. */
  let told = ''
  let timer: NodeJS.Timeout | undefined

  function makeRoom(): void {
    const reserve = reserveFile(dataDir)
    const directory = path.dirname(reserve)
    const free = freeBytes(directory)
    isFull = free < FULL_BYTES
    if (!isFull) return
    if (remove(reserve)) {
      isFull = freeBytes(directory) < FULL_BYTES
      tell(`A reserve of ${inMib(reserveBytes)} has been given up so that you can do so.`)
    } else {
      tell('The reserve is used up. If the product does not start, delete other files first.')
    }

    function tell(what: string): void {
      if (told === what) return
      told = what
      say(
        `The disk of ${directory} is full: ${inMib(free)} are free. Delete uploads in the ` +
          `dashboard, or other files on this disk. ${what}`,
      )
    }
  }

  function check(): void {
    makeRoom()
    const reserve = reserveFile(dataDir)
    const free = freeBytes(path.dirname(reserve))
    if (fs.existsSync(reserve) || free < ROOM_BYTES) return
    makeReserve(reserve, reserveBytes)
    if (told) say(`The disk of ${path.dirname(reserve)} has room again: ${inMib(free)} are free.`)
    told = ''
  }

  return {
    makeRoom,
    watch() {
      check()
      timer = setInterval(check, CHECK_MS)
      timer.unref()
    },
    hasRoom: () => !isFull,
    stop: () => clearInterval(timer),
  }
}

/** Random bytes, because a file system may compress others away. */
function makeReserve(file: string, bytes: number): void {
  const partial = `${file}.partial`
  try {
    fs.writeFileSync(partial, randomBytes(bytes), { mode: 0o600 })
    fs.renameSync(partial, file)
  } catch {
    fs.rmSync(partial, { force: true }) // the disk has filled up meanwhile
  }
}

function remove(file: string): boolean {
  try {
    fs.rmSync(file)
    return true
  } catch {
    return false // there is none
  }
}

/** A directory that is missing will be made on a disk about which nothing is known yet. */
function freeBytesOf(directory: string): number {
  if (!fs.existsSync(directory)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize
}

const inMib = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`
