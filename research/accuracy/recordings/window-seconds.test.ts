import type { Recording } from '@steelyard/traces'
import { expect, test } from 'vitest'
import { windowSecondsFor } from './window-seconds.ts'

const recordingOf = (...lengths: number[]) => {
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((a, b) => a + b, 0))
  const phases = lengths.map((durationSeconds, index) => ({
    startSeconds: starts[index]!,
    durationSeconds,
    requestsPerSecond: {},
  }))
  return { phases } as unknown as Recording
}

test.each([
  [10, [30, 30, 60]],
  [10, []],
  [5, [15, 15, 15]],
  [9, [45, 45]],
  [7, [28, 28]],
  // No window of at least 5 s divides these.
  [10, [13, 17]],
  [10, [2.5, 2.5]],
])('%i s for phases of %j', (expected, lengths) => {
  expect(windowSecondsFor(recordingOf(...lengths))).toBe(expected)
})
