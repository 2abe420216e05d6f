import path from 'node:path'
import { programOf } from '../program-of.ts'
import { exitCodeOf } from '../run-command.ts'
import { readVitestReport, type Tally, withExitCode } from './test-report.ts'

/** Runs one project of the Vitest configuration. `reports` is a directory for its report. */
export async function runVitest(
  project: string,
  filters: string[],
  reports: string,
  env: Record<string, string> = {},
): Promise<Tally> {
  const report = path.join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [programOf('vitest'), 'run', '--project', project, ...reporters, ...filters]
  const exitCode = await exitCodeOf(process.execPath, args, { env })
  return withExitCode(readVitestReport(report), exitCode, project)
}
