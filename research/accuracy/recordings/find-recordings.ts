import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { AccuracyError } from '../accuracy-error.ts'

const EXPECTED =
  'a recording (a directory with recording.json, client/ and access/ or access-epoch/), or a directory of recordings'

/** The given paths, sorted into recordings and others. */
export interface FoundRecordings {
  directories: string[]
  /** Sentences about paths that are not recordings or were given twice. */
  passedOver: string[]
}

/**
 * Finds the recordings among the paths: each path is one or contains some. The same recording in
 * two places counts once.
 * @throws AccuracyError when a path does not exist, or when there is no recording at all
 */
export async function findRecordings(paths: readonly string[]): Promise<FoundRecordings> {
  if (paths.length === 0) throw new AccuracyError(`Nothing to score. Name ${EXPECTED}.`)
  const found: FoundRecordings = { directories: [], passedOver: [] }
  const known = new Map<string, string>()
  for (const given of paths) {
    const inside = await recordingsIn(given)
    if (inside.length === 0) found.passedOver.push(`${given} was passed over: not ${EXPECTED}.`)
    for (const directory of inside) {
      const first = known.get(await identityOf(directory))
      if (first) found.passedOver.push(`${directory} was passed over: the same as ${first}.`)
      else {
        known.set(await identityOf(directory), directory)
        found.directories.push(directory)
      }
    }
  }
  if (found.directories.length > 0) return found
  throw new AccuracyError(`There is no recording in ${paths.join(', ')}. Expected ${EXPECTED}.`)
}

async function recordingsIn(given: string): Promise<string[]> {
  const about = await stat(given).catch(() => null)
  if (!about) throw new AccuracyError(`${given} does not exist. Expected ${EXPECTED}.`)
  if (!about.isDirectory()) return []
  if (await isRecording(given)) return [given]
  const children = (await readdir(given)).sort().map((name) => path.join(given, name))
  const which = await Promise.all(children.map(isRecording))
  return children.filter((_, index) => which[index])
}

/** Without the clients' times there is nothing to score against. */
async function isRecording(directory: string): Promise<boolean> {
  const [json, client] = await Promise.all(
    ['recording.json', 'client'].map((name) => stat(path.join(directory, name)).catch(() => null)),
  )
  return (json?.isFile() && client?.isDirectory()) ?? false
}

/** Two recordings never start in the same microsecond, so recording.json distinguishes them. */
async function identityOf(directory: string): Promise<string> {
  const json = await readFile(path.join(directory, 'recording.json'))
  return createHash('sha256').update(json).digest('hex')
}
