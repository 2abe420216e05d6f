import { expect, test } from 'vitest'
import { type ForetoldTimes, type ForetoldWindow, forecastNext } from './forecast.ts'
import { seriesOf } from './series.fixture.ts'
import { triggerRule } from './trigger-rule.ts'

const rule = triggerRule({ missedWindows: 2, ofWindows: 3, forecastWindows: 6 })
const season = { valueSeconds: 9, standardErrorSeconds: 0.5 }

/** Windows with a value of 1, and by how much each forecaster was off; null where it was silent. */
function windowsOf(...off: readonly (readonly [number | null, number | null])[]): ForetoldWindow[] {
  const foretold = ([ar1, seasonal]: readonly [number | null, number | null]): ForetoldTimes => ({
    ar1: ar1 === null ? null : 1 + ar1,
    'holt-winters': seasonal === null ? null : 1 + seasonal,
  })
  const windows = seriesOf(off.map(() => 1))
  return windows.map((window, index) => ({ ...window, foretold: foretold(off[index]!) }))
}

const speaker = (windows: readonly ForetoldWindow[]) =>
  forecastNext(windows, season, rule).forecast!

test('Holt-Winters speaks when it was nearer over n windows', () => {
  const windows = windowsOf([0.3, -0.1], [0.3, 0.2], [-0.3, 0.3])
  expect(speaker(windows)).toEqual({
    ...season,
    by: 'holt-winters',
    meanAbsoluteErrorSeconds: expect.closeTo(0.2, 12),
    judgedWindows: 3,
  })
})

test.each([
  ['was farther off', windowsOf([0.1, 0.2], [0.1, 0.1], [0.1, 0.1])],
  ['was as near', windowsOf([0.1, 0.1], [0.1, 0.1], [0.1, 0.1])],
  ['had not spoken often enough', windowsOf([0.3, null], [0.3, 0.1], [0.3, 0.1])],
  ['had not spoken beside it often enough', windowsOf([null, 0], [0.3, 0.1], [0.3, 0.1])],
])('AR(1) speaks when Holt-Winters %s', (_, windows) => {
  expect(speaker(windows)).toMatchObject({ by: 'ar1', valueSeconds: 1 })
})

test('they are compared where both had spoken, within the last W windows', () => {
  // Holt-Winters was perfect before W and where AR(1) was silent, and is farther off elsewhere.
  const once = [
    [9, 0],
    [9, 0],
    [9, 0],
  ] as const
  const now = [
    [null, 0],
    [null, 0],
    [0.1, 0.2],
    [0.1, 0.2],
    [0.1, 0.2],
    [9, null],
  ] as const
  expect(speaker(windowsOf(...once, ...now)).by).toBe('ar1')
  expect(speaker(windowsOf([9, 9], ...now.slice(1)))).toMatchObject({ by: 'ar1', judgedWindows: 5 })
})

test('a window without a value judges nobody', () => {
  const windows = windowsOf([0.3, 0.1], [0.3, 0.1], [0.3, 0.1])
  const withGap = [{ ...windows[0]!, valueSeconds: null }, ...windows.slice(1)]
  expect(speaker(withGap)).toMatchObject({ by: 'ar1', judgedWindows: 2 })
})

test('says nothing without a value or a season', () => {
  expect(forecastNext([], null, rule)).toEqual({
    forecast: null,
    foretold: { ar1: null, 'holt-winters': null },
  })
  expect(forecastNext([], season, rule)).toEqual({
    forecast: null,
    foretold: { ar1: null, 'holt-winters': 9 },
  })
})
