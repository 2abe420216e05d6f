// `npm run check` is for before a commit: the lint and the types, and of the tests those that reach
// what has changed since the branch left main, by their imports. `npm run check -- REF` compares
// with another commit.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installResearch } from './lib/install-research.ts'
import { inRoot, root } from './lib/paths.ts'
import { programOf } from './lib/program-of.ts'
import { exitCodeOf } from './lib/run-command.ts'

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const base = git('merge-base', 'HEAD', process.argv[2] ?? 'main')

const lint = await exitCodeOf(process.execPath, ['--import', 'tsx', inRoot('scripts/lint.ts')])
const unit = await vitest('unit', '--changed', base, '--passWithNoTests')
// Nearly every integration test imports the whole API, so only those of a changed file are run.
const own = testsOf(changedSince(base))
const integration = own.length > 0 ? await vitest('integration', ...own) : 0
const research = await testResearch()
process.exitCode = [lint, unit, integration, research].some((code) => code !== 0) ? 1 : 0

/** Nearly all of them reach into the packages, so they are run only when research itself changed. */
async function testResearch(): Promise<number> {
  if (!changedSince(base).some((file) => file.startsWith('research/'))) return 0
  await installResearch()
  return vitest('research', '--changed', base, '--passWithNoTests')
}

function vitest(project: string, ...args: string[]): Promise<number> {
  return exitCodeOf(process.execPath, [programOf('vitest'), 'run', '--project', project, ...args])
}

/** Also what is not committed, or not even known to git. */
function changedSince(commit: string): string[] {
  const changed = git('diff', '--name-only', commit)
  const added = git('ls-files', '--others', '--exclude-standard')
  return `${changed}\n${added}`.split('\n').filter((file) => file !== '')
}

function testsOf(files: string[]): string[] {
  const tests = files.map((file) => file.replace(/(?:\.int\.test)?\.ts$/, '.int.test.ts'))
  return [...new Set(tests)].filter(
    (test) => test.endsWith('.int.test.ts') && existsSync(inRoot(test)),
  )
}
