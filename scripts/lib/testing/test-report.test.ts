import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../paths.ts'
import {
  readPlaywrightReport,
  readVitestReport,
  summariseTallies,
  withExitCode,
} from './test-report.ts'

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-report-test-'))
afterAll(() => rmSync(directory, { recursive: true }))

function report(content: unknown): string {
  const file = path.join(directory, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the parts add up, and failures are named before the totals', () => {
  const tallies = [
    { passed: 3, failures: [] },
    {
      passed: 2,
      failures: ['a.test.ts | adds | expected 1 to be 2'],
      flaky: ['b.spec.ts | opens'],
    },
  ]
  expect(summariseTallies(tallies)).toEqual({
    text: 'FLAKY b.spec.ts | opens\nFAILED a.test.ts | adds | expected 1 to be 2\n5 passed, 1 failed',
    failed: 1,
  })
})

test('a run that failed without a failing test counts as one failure', () => {
  const good = { passed: 7, failures: [] }
  expect(withExitCode(good, 1, 'unit').failures).toEqual(['unit ended with exit code 1'])
  expect(withExitCode({ passed: 7, failures: ['x'] }, 1, 'unit').failures).toEqual(['x'])
  expect(withExitCode(good, 0, 'unit')).toEqual(good)
})

test('failed tests of Vitest are named with file and reason, and so are files that do not load', () => {
  const file = report({
    numPassedTests: 1,
    testResults: [
      {
        name: path.join(root, 'a.test.ts'),
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          {
            fullName: 'divides',
            status: 'failed',
            failureMessages: ['Error: by \x1b[31mzero\x1b[39m\n  or so\n  at x'],
          },
        ],
      },
      { name: path.join(root, 'b.test.ts'), message: 'no such module', assertionResults: [] },
    ],
  })
  expect(readVitestReport(file).tally).toEqual({
    passed: 1,
    failures: ['a.test.ts | divides | Error: by zero / or so', 'b.test.ts | no such module'],
  })
})

test('a file whose process ended under it is known by tests that neither passed nor failed', () => {
  const of = (...statuses: string[]) => ({
    message: '',
    assertionResults: statuses.map((status) => ({ fullName: status, status, failureMessages: [] })),
  })
  const file = report({
    numPassedTests: 2,
    testResults: [
      { name: path.join(root, 'a.test.ts'), ...of('passed', 'skipped') },
      { name: path.join(root, 'b.test.ts'), ...of('passed', 'pending') },
    ],
  })
  expect(readVitestReport(file).cutShort).toEqual(['b.test.ts'])
})

test('failed and flaky Playwright journeys are found in nested suites', () => {
  const broken = {
    status: 'unexpected',
    results: [{ error: { message: 'timed out\n    at a.ts:1' } }],
  }
  const mended = { status: 'flaky', results: [{ error: { message: 'no port' } }, {}] }
  const specs = [
    { title: 'signs in', file: 'in.spec.ts', tests: [broken] },
    { title: 'signs out', file: 'in.spec.ts', tests: [mended] },
  ]
  const file = report({ stats: { expected: 4, flaky: 1 }, suites: [{ suites: [{ specs }] }] })
  expect(readPlaywrightReport(file)).toEqual({
    passed: 5,
    failures: ['in.spec.ts | signs in | timed out'],
    flaky: ['in.spec.ts | signs out | no port'],
  })
})

test('a report that was never written counts nothing', () => {
  expect(readVitestReport(path.join(directory, 'none.json'))).toEqual({
    tally: { passed: 0, failures: [] },
    cutShort: [],
  })
})
