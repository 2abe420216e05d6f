import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateDatabaseClient } from '../build.ts'
import { runVitest } from './run-vitest.ts'
import { summariseTallies, type Tally } from './test-report.ts'

/**
 * Runs a project of the Vitest configuration that needs programs from outside of npm, and prints its
 * result.
 * @param needed programs, each with the Debian package that contains it
 * @param prepare what is to be done before, or throws what keeps the suite from running
 */
export async function runSuiteWith(
  needed: Record<string, string>,
  project: string,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'steelyard-reports-'))
  const missing = Object.entries(needed).filter(([program]) => !isInstalled(program))
  let tally: Tally = { passed: 0, failures: [`${project} could not be tried`] }
  try {
    if (missing.length > 0) {
      const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
      throw new Error(`Missing: ${packages}. apt-get install --no-install-recommends ${packages}`)
    }
    await prepare()
    await generateDatabaseClient()
    tally = await runVitest(project, process.argv.slice(2), reports)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  const { text, failed } = summariseTallies([tally])
  console.log(text)
  process.exitCode = failed === 0 ? 0 : 1
}

/** Also searches where ordinary accounts find no programs: those of root, and what podman calls. */
function isInstalled(program: string): boolean {
  const directories = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/lib/podman']
  return directories.some((directory) => {
    try {
      accessSync(path.join(directory, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
