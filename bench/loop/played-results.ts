import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Result } from './compare.ts'

const PLAYED = path.join(import.meta.dirname, 'played.jsonl')

/** What came of the hosts that docs/explanation/loop.md shows, a contender on a host each. */
export function playedResults(): Result[] {
  return readFileSync(PLAYED, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
