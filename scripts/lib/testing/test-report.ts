import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../paths.ts'

/**
 * `failures` name each failed test with its reason, in a line each; `flaky` those that passed when
 * they were tried again.
 */
export type Tally = { passed: number; failures: string[]; flaky?: string[] }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = { stats: { expected: number; flaky: number }; suites: PlaywrightSuite[] }

const nothing: Tally = { passed: 0, failures: [] }

/**
 * `cutShort`: files of whose tests some had begun and none says how it ended: their process ended
 * before.
 */
export function readVitestReport(file: string): { tally: Tally; cutShort: string[] } {
  if (!existsSync(file)) return { tally: nothing, cutShort: [] }
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const where = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that does not load, or whose hooks fail, has its own message.
    if (failed.length === 0) return message === '' ? [] : [failure(where, '', message)]
    return failed.map((test) => failure(where, test.fullName, test.failureMessages[0]))
  })
  const cutShort = report.testResults
    .filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'pending'))
    .map(({ name }) => path.relative(root, name))
  return { tally: { passed: report.numPassedTests, failures }, cutShort }
}

export function readPlaywrightReport(file: string): Tally {
  if (!existsSync(file)) return nothing
  const { stats, suites }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: stats.expected + stats.flaky,
    failures: suites.flatMap((suite) => reasonsOf(suite, 'unexpected')),
    flaky: suites.flatMap((suite) => reasonsOf(suite, 'flaky')),
  }
}

function reasonsOf(suite: PlaywrightSuite, wanted: 'unexpected' | 'flaky'): string[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) =>
        failure(file, title, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => reasonsOf(inner, wanted))]
}

const MAX_REASON_LENGTH = 600

function failure(where: string, title: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at ')) // not the stack
  const reason = lines.join(' / ').slice(0, MAX_REASON_LENGTH)
  return [where, title, reason].filter(Boolean).join(' | ')
}

/**
 * A run can fail without a failing test: a file that does not load, or no tests at all. It then
 * counts as one failure, so that the last line never says less than the exit code.
 */
export function withExitCode(tally: Tally, exitCode: number, part: string): Tally {
  return exitCode !== 0 && tally.failures.length === 0
    ? { ...tally, failures: [`${part} ended with exit code ${exitCode}`] }
    : tally
}

/** Names the failed and flaky tests, which a long run printed far above, and ends with the totals. */
export function summariseTallies(tallies: readonly Tally[]): { text: string; failed: number } {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failures = tallies.flatMap((tally) => tally.failures)
  const flaky = tallies.flatMap((tally) => tally.flaky ?? [])
  const names = [
    ...flaky.map((each) => `FLAKY ${each}\n`),
    ...failures.map((each) => `FAILED ${each}\n`),
  ].join('')
  return { text: `${names}${passed} passed, ${failures.length} failed`, failed: failures.length }
}
