import { inRoot } from './paths.ts'
import { run } from './run-command.ts'
import { runIfStale } from './stamps.ts'

/** Installs what research has of its own, unless that was done for this very lock file. */
export async function installResearch(): Promise<void> {
  const inputs = [inRoot('research/package.json'), inRoot('research/package-lock.json')]
  await runIfStale(inRoot('research/node_modules/.stamp'), inputs, () =>
    run('npm ci in research', 'npm', ['ci'], { cwd: inRoot('research'), quiet: true }),
  )
}
