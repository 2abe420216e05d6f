// `npm run research -- ENTRY [...]` runs research/ENTRY/main.ts with the rest of the arguments, and
// installs first what research has of its own. `npm run accuracy`, `reproduce` and `experiments` are
// short for three of them.
import { existsSync, readdirSync } from 'node:fs'
import { installResearch } from './lib/install-research.ts'
import { inRoot } from './lib/paths.ts'
import { exitCodeOf } from './lib/run-command.ts'

const [entry = '', ...args] = process.argv.slice(2)
const entries = readdirSync(inRoot('research')).filter((name) =>
  existsSync(inRoot('research', name, 'main.ts')),
)
if (entries.includes(entry)) {
  await installResearch()
  const program = ['--import', 'tsx', inRoot('research', entry, 'main.ts')]
  process.exitCode = await exitCodeOf(process.execPath, [...program, ...args])
} else {
  console.error(`Research has no "${entry}"; it has ${entries.join(', ')}.`)
  process.exitCode = 1
}
