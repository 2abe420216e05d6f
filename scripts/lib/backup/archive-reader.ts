import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Entry } from './archive-writer.ts'
import { type Contents, FIRST_ENTRY, FORMAT, LAST_ENTRY, type Origin } from './backup-format.ts'

/** Has to be read before the next one comes. */
type ReadEntry = { name: string; bytes: number; chunks: AsyncIterable<Buffer> }

/** How the names of what earlier versions copied begin. */
const OF_EARLIER_VERSIONS = /^(pg|secrets|uploads)\//

/**
 * Reads a whole backup, and compares each entry with what its end says of it.
 * @throws Error saying in which way it is none
 */
export async function checkBackup(file: string): Promise<Origin & Contents> {
  const found: Entry[] = []
  let origin: Origin | undefined
  let contents: Contents | undefined
  for await (const { name, bytes, chunks } of entriesOf(file)) {
    if (contents) throw damaged(file, `"${name}" follows its end`)
    const hash = createHash('sha256')
    const isText = !origin || name === LAST_ENTRY
    const kept: Buffer[] = []
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (isText) kept.push(chunk)
    }
    const text = Buffer.concat(kept).toString()
    if (name === LAST_ENTRY) contents = parsed(file, text)
    else found.push({ name, bytes, sha256: hash.digest('hex') })
    origin ??= originOf(file, name, text)
  }
  if (!origin || !contents?.entries) throw damaged(file, 'it has no end')
  const [wrong] = found.filter((entry, i) => !isSame(entry, contents.entries[i]))
  if (wrong) throw damaged(file, `"${wrong.name}" is not what was written`)
  if (found.length !== contents.entries.length) throw damaged(file, 'entries are missing')
  return { ...origin, ...contents }
}

/**
 * The entries of a backup that was checked, except the last one.
 * @throws Error as soon as one is not what it was
 */
export async function* readBackup(file: string, { entries }: Contents): AsyncGenerator<ReadEntry> {
  let at = 0
  for await (const entry of entriesOf(file)) {
    if (entry.name === LAST_ENTRY) return
    yield { ...entry, chunks: compared(file, entry, entries[at++]) }
  }
}

async function* compared(
  file: string,
  { name, bytes, chunks }: ReadEntry,
  known: Entry | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  if (!isSame({ name, bytes, sha256: hash.digest('hex') }, known))
    throw damaged(file, `"${name}" has changed since it was checked`)
}

function isSame(one: Entry, other: Entry | undefined): boolean {
  return one.name === other?.name && one.bytes === other.bytes && one.sha256 === other.sha256
}

async function* entriesOf(file: string): AsyncGenerator<ReadEntry> {
  const entries = extract()
  const read = pipeline(createReadStream(file), createGunzip(), entries)
  read.catch((error) => entries.destroy(error))
  for await (const entry of withWords(file, entries)) {
    const { name, size = 0 } = entry.header
    yield { name, bytes: size, chunks: withWords(file, entry as AsyncIterable<Buffer>) }
  }
  await read.catch((error) => {
    throw inWords(file, error)
  })
}

async function* withWords<T>(file: string, parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    throw inWords(file, error as NodeJS.ErrnoException)
  }
}

function originOf(file: string, name: string, text: string): Origin {
  if (OF_EARLIER_VERSIONS.test(name))
    throw new Error(
      `${file} was made by Steelyard 0.2.0 or an earlier version. Restore it with that version, ` +
        'start this one on it, and make a new backup.',
    )
  if (name !== FIRST_ENTRY) throw damaged(file, `it begins with ${JSON.stringify(name)}`)
  const origin: Origin = parsed(file, text)
  if (origin.format === FORMAT) return origin
  throw new Error(
    `${file} was made by a newer version, Steelyard ${origin.version}. Restore it with that one.`,
  )
}

function parsed<T>(file: string, text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(file, 'what it says of itself cannot be read')
  }
}

function inWords(file: string, error: NodeJS.ErrnoException): Error {
  if (error.syscall) return new Error(`${file} cannot be read (${error.code}).`, { cause: error })
  const isCut = error.code === 'Z_BUF_ERROR' || /Unexpected end of data/.test(error.message)
  if (isCut) return damaged(file, 'it was cut short')
  return damaged(file, error.message)
}

function damaged(file: string, reason: string): Error {
  return new Error(`${file} is not a whole backup: ${reason}. Nothing was changed.`)
}
