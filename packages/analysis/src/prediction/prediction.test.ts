import { expect, test } from 'vitest'
import { modelTimeOf, scaledTime, spreadOfLogs } from './prediction.ts'

test('a model’s time is the mean over its runs, with the spread of their logarithms', () => {
  const found = modelTimeOf([0.01, 0.04])!
  expect(found.seconds).toBeCloseTo(0.025, 12)
  expect(found.runs).toBe(2)
  // Two values ln 4 apart have a standard deviation of ln 4 / sqrt 2.
  expect(found.logSpread).toBeCloseTo(Math.log(4) / Math.SQRT2, 12)
})

test('a single run has no spread, and no runs or one without an end give no time', () => {
  expect(modelTimeOf([0.03])).toEqual({ seconds: 0.03, logSpread: 0, runs: 1 })
  expect(modelTimeOf([])).toBeNull()
  expect(modelTimeOf([0.03, null])).toBeNull()
  expect(modelTimeOf([undefined])).toBeNull()
})

test('another measure scales the time and keeps its relative spread', () => {
  const time = { seconds: 0.02, logSpread: 0.1, runs: 5 }
  expect(scaledTime(time, 1.5)).toEqual({
    seconds: expect.closeTo(0.03, 12),
    logSpread: 0.1,
    runs: 5,
  })
  expect(scaledTime(null, 2)).toBeNull()
})

test('the spread does not depend on the unit', () => {
  expect(spreadOfLogs([1, 2, 3])).toBeCloseTo(spreadOfLogs([0.001, 0.002, 0.003]), 12)
  expect(spreadOfLogs([7])).toBe(0)
  expect(spreadOfLogs([7, 7])).toBe(0)
})
