import { execFileSync } from 'node:child_process'
import { inRoot } from '../../scripts/lib/paths.ts'

/** Lets a script of the API write what a benchmark wants into the database. Returns what it prints. */
export function runMaker(script: 'make-watches.ts' | 'make-history.ts', wanted: object): string {
  const file = inRoot(`apps/api/src/watches/testing/${script}`)
  return execFileSync(process.execPath, ['--import', 'tsx', file], {
    input: JSON.stringify(wanted),
    encoding: 'utf8',
  }).trim()
}
