import { existsSync, readFileSync } from 'node:fs'

export type Tally = { passed: number; failed: number }

type VitestReport = { numPassedTests: number; numFailedTests: number }
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number } }

export function readVitestReport(file: string): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

export function readPlaywrightReport(file: string): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

/**
 * A run can fail without a failing test: a file that does not load, or no tests at all. It then
 * counts as one failure, so that the last line never says less than the exit code.
 */
export function withExitCode(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

export function addUp(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  }
}
