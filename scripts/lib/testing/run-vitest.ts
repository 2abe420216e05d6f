import path from 'node:path'
import { programOf } from '../program-of.ts'
import { exitCodeOf } from '../run-command.ts'
import { compileCache } from './compile-cache.ts'
import { readVitestReport, type Tally, withExitCode } from './test-report.ts'

/**
 * Runs one project of the Vitest configuration. Files whose process ended under them are run once
 * more and named as flaky: no test of theirs has failed, and a machine may have ended it.
 * @param reports a directory for its report
 */
export async function runVitest(
  project: string,
  filters: string[],
  reports: string,
  env: Record<string, string> = {},
): Promise<Tally> {
  const first = await runOnce(project, filters, reports, env)
  const { failures } = first.tally
  if (first.exitCode === 0 || failures.length > 0 || first.cutShort.length === 0) {
    return withExitCode(first.tally, first.exitCode, project)
  }
  const again = await runOnce(project, first.cutShort, reports, env)
  const tally = withExitCode(again.tally, again.exitCode, project)
  return {
    passed: first.tally.passed + tally.passed,
    failures: tally.failures,
    flaky: first.cutShort.map((file) => `${file} | its process ended unexpectedly`),
  }
}

async function runOnce(
  project: string,
  filters: readonly string[],
  reports: string,
  env: Record<string, string>,
) {
  const report = path.join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [programOf('vitest'), 'run', '--project', project, ...reporters, ...filters]
  const exitCode = await exitCodeOf(process.execPath, args, { env: { ...compileCache, ...env } })
  return { exitCode, ...readVitestReport(report) }
}
