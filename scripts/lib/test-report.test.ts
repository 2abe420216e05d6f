import { expect, test } from 'vitest'
import { addUp, withExitCode } from './test-report.ts'

test('the parts add up', () => {
  expect(
    addUp([
      { passed: 3, failed: 0 },
      { passed: 2, failed: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 1 })
})

test('a run that failed without a failing test counts as one failure', () => {
  expect(withExitCode({ passed: 7, failed: 0 }, 1)).toEqual({ passed: 7, failed: 1 })
  expect(withExitCode({ passed: 7, failed: 2 }, 1)).toEqual({ passed: 7, failed: 2 })
  expect(withExitCode({ passed: 7, failed: 0 }, 0)).toEqual({ passed: 7, failed: 0 })
})
