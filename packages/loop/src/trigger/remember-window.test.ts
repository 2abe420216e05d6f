import { expect, test } from 'vitest'
import { freshState } from './hotspot.ts'
import { rememberWindow } from './remember-window.ts'
import { seriesOf } from './series.fixture.ts'
import { triggerRule } from './trigger-rule.ts'

const windows = seriesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])

test.each([
  ['W windows', triggerRule({ missedWindows: 1, ofWindows: 2, forecastWindows: 7 }), 7],
  ['2 n windows if these are more', triggerRule({ ofWindows: 5, forecastWindows: 5 }), 10],
])('remembers the last %s', (_, rule, count) => {
  let state = freshState('vm1')
  for (const window of windows) state = rememberWindow(state, window, 0, rule).state
  expect(state.recent.map(({ valueSeconds }) => valueSeconds)).toEqual(
    windows.slice(-count).map(({ valueSeconds }) => valueSeconds),
  )
})

test('windows that are missing become gaps at their times', () => {
  const [first, , , , fifth] = windows
  const rule = triggerRule()
  const before = rememberWindow(freshState('vm1'), first!, 0, rule).state
  const { recent } = rememberWindow(before, fifth!, 3, rule).state
  expect(recent.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual([0, 60, 120, 180, 240])
  expect(recent.map(({ valueSeconds }) => valueSeconds)).toEqual([1, null, null, null, 5])
})

test('remembers no more of a gap of years', () => {
  const rule = triggerRule()
  const before = rememberWindow(freshState('vm1'), windows[0]!, 0, rule).state
  const later = { ...windows[1]!, startEpochSeconds: 60 * 1e9 }
  expect(rememberWindow(before, later, 1e9 - 1, rule).state.recent).toHaveLength(15)
})
