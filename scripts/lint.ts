// `npm run lint`: style and import direction, types, imports (cycles, doors), the completeness of the
// lock file, and the licences of what is distributed.

import { generateDatabaseClient } from './lib/build.ts'
import { inRoot } from './lib/paths.ts'
import { programOf } from './lib/program-of.ts'
import { exitCodeOf } from './lib/run-command.ts'

const checks: [string, string[]][] = [
  [
    'Style and import direction',
    [programOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
  ],
  ['Types', [programOf('typescript', 'tsc')]],
  ['Types of the journeys', [programOf('typescript', 'tsc'), '-p', 'e2e']],
  ['Types of the dashboard', [programOf('typescript', 'tsc'), '-p', 'apps/web']],
  ['Imports', ['--import', 'tsx', inRoot('scripts/check-imports.ts')]],
  ['Lock file', [inRoot('scripts/check-lock.mjs')]],
  ['Licences', ['--import', 'tsx', inRoot('scripts/notices.ts'), '--check']],
]

await generateDatabaseClient()
for (const [what, args] of checks) {
  const exitCode = await exitCodeOf(process.execPath, args)
  console.log(`${what}: ${exitCode === 0 ? 'good' : 'not good'}`)
  if (exitCode !== 0) process.exitCode = 1
}
