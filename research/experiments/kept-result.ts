import { readFileSync } from 'node:fs'
import path from 'node:path'

const kept = path.join(import.meta.dirname, 'kept')

/** What an experiment on a real host measured, as `npm run experiments` wrote it. */
export function keptResult<Result>(paper: string): Result {
  return JSON.parse(readFileSync(path.join(kept, `${paper}.json`), 'utf8'))
}
