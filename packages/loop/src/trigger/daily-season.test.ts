import { expect, test } from 'vitest'
import { fitDailySeason, historyDue } from './daily-season.ts'
import { freshState, type Hotspot, type TriggerState } from './hotspot.ts'
import { hotspots } from './hotspots.ts'
import { observeWindow } from './observe-window.ts'
import { printedHoltWinters } from './printed-holt-winters.fixture.ts'
import { seriesOf } from './series.fixture.ts'
import { triggerRule } from './trigger-rule.ts'
import type { TriggerWindow } from './trigger-window.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const rule = triggerRule({ windowSeconds: HOUR })
/** Five misses a day at noon, exactly alike every day. */
const day = Array.from({ length: 24 }, (_, hour) => (hour >= 12 && hour < 17 ? 1.5 : 0.2))
const days = (count: number) => new Array(count).fill(day).flat() as number[]
const hourly = (values: readonly (number | null)[], startEpochSeconds = 0) =>
  seriesOf(values, { seconds: HOUR, startEpochSeconds })

/** Feeds the windows one by one, with the history that is asked for, and returns the last state. */
function stateAfter(windows: readonly TriggerWindow[]): TriggerState {
  let state = freshState('vm1')
  for (const window of windows) {
    const due = historyDue(state, window.startEpochSeconds, rule)
    if (due) state = { ...state, season: fitDailySeason(windows, due, rule) }
    state = observeWindow(JSON.parse(JSON.stringify(state)) as TriggerState, window, rule).state
  }
  return state
}

test('asks for two weeks of history at the first window of each UTC day, from the 15th day on', () => {
  const windows = hourly(days(17))
  const asked: number[] = []
  let state = freshState('vm1')
  for (const window of windows) {
    const due = historyDue(state, window.startEpochSeconds, rule)
    if (due) {
      expect(due.toEpochSeconds - due.fromEpochSeconds).toBe(14 * DAY)
      asked.push(due.toEpochSeconds)
      state = { ...state, season: fitDailySeason(windows, due, rule) }
    }
    state = observeWindow(state, window, rule).state
  }
  expect(asked).toEqual([14 * DAY, 15 * DAY, 16 * DAY])
})

test('a series that begins during a day waits for two weeks of whole days', () => {
  const noon = { season: null, firstEpochSeconds: DAY / 2 }
  expect(historyDue(noon, 14.5 * DAY, rule)).toBeNull()
  expect(historyDue(noon, 15 * DAY, rule)).toEqual({
    fromEpochSeconds: DAY,
    toEpochSeconds: 15 * DAY,
  })
})

test('asks for nothing when a day is not a whole number of windows', () => {
  const seen = { season: null, firstEpochSeconds: 0 }
  expect(historyDue(seen, 20 * DAY, triggerRule({ windowSeconds: 7 }))).toBeNull()
})

test('foretells a day that repeats exactly, which AR(1) cannot, and so speaks for it', () => {
  const windows = hourly(days(16))
  const before = stateAfter(windows.slice(0, 15 * 24 + 12))
  expect(before.next['holt-winters']).toBeCloseTo(1.5, 9)
  expect(before.next.ar1).toBeLessThan(0.9)
  const found = hotspots('vm1', windows, rule)
  expect(found.at(0)!.evidence.forecast.by).toBe('ar1')
  expect(found.at(-1)!.evidence.forecast).toMatchObject({ by: 'holt-winters', judgedWindows: 15 })
  expect(found.at(-1)!.evidence.forecast.meanAbsoluteErrorSeconds).toBeLessThan(1e-9)
})

test('a gap of any length leaves the season in step with the day', () => {
  const values: (number | null)[] = days(18)
  values.fill(null, 14 * 24 + 3, 14 * 24 + 10)
  const state = stateAfter(hourly(values).slice(0, 14 * 24 + 12))
  expect(state.next['holt-winters']).toBeCloseTo(1.5, 9)
  const leftOut = hourly(values).filter(({ valueSeconds }) => valueSeconds !== null)
  const upToNoon = leftOut.filter(({ startEpochSeconds }) => startEpochSeconds < 14.5 * DAY)
  expect(stateAfter(upToNoon).next['holt-winters']).toBeCloseTo(1.5, 9)
})

test('foretells a day that rises from one to the next, through a gap', () => {
  const rising = days(15).map((value, hour) => value + 0.01 * hour)
  const value = (hour: number) => day[hour % 24]! + 0.01 * hour
  const known = hourly(rising).filter((_, hour) => hour < 14 * 24 + 2 || hour > 14 * 24 + 6)
  for (const hour of [1, 2, 8, 15]) {
    const state = stateAfter(
      known.filter((each) => each.startEpochSeconds < 14 * DAY + hour * HOUR),
    )
    const next = (state.recent.at(-1)!.startEpochSeconds + HOUR) / HOUR
    expect(state.next['holt-winters']).toBeCloseTo(value(next), 8)
  }
})

test('during a day level and trend follow the recursions that are printed', () => {
  // A slope that keeps changing, so that the trend is smoothed as well.
  const wavy = days(15).map((value, hour) => value + 3 + 2 * Math.sin(hour / 40) + hour / 500)
  const state = stateAfter(hourly(wavy).slice(0, 14 * 24 + 12))
  const { alpha, beta, gamma } = state.season!.model!
  expect(alpha * beta).toBeGreaterThan(0)
  const { forecast } = printedHoltWinters(wavy.slice(0, 14 * 24 + 12), 24, alpha, beta, gamma)
  expect(state.next['holt-winters']).toBeCloseTo(forecast, 8)
})

test('a history takes only what lies in it', () => {
  const history = { fromEpochSeconds: 2 * DAY, toEpochSeconds: 16 * DAY }
  const within = hourly(days(14), 2 * DAY)
  const around = hourly(new Array(20 * 24).fill(100)).filter(
    (each) => each.startEpochSeconds < 2 * DAY || each.startEpochSeconds >= 16 * DAY,
  )
  const alone = fitDailySeason(within, history, rule)
  expect(fitDailySeason([...around, ...within].reverse(), history, rule)).toEqual(alone)
  expect(fitDailySeason(within.slice(0, -30), history, rule).model!.seasonals).toHaveLength(24)
  // Missing at its end is missing, not shifted: the season goes on at the right hour.
  expect(fitDailySeason(within.slice(0, -30), history, rule).model!.seasonals[12]).toBeCloseTo(
    alone.model!.seasonals[12]!,
    9,
  )
})

test('a drift of the season is followed during the day', () => {
  const raised = days(15).map((value, hour) => value + (hour >= 14 * 24 ? 0.05 : 0))
  const noisy = raised.map((value, hour) => value + 0.01 * Math.sin(hour * hour))
  const state = stateAfter(hourly(noisy).slice(0, 14 * 24 + 12))
  expect(state.season!.model!.alpha).toBeGreaterThan(0)
  expect(Math.abs(state.next['holt-winters']! - 1.55)).toBeLessThan(0.05)
})

test('two weeks with too little in them give no season, and are not asked for again that day', () => {
  const values = days(15).map((value, hour) => (hour < 48 && hour % 3 > 0 ? null : value))
  const state = stateAfter(hourly(values))
  expect(state.season).toMatchObject({ dayEpochSeconds: 14 * DAY, model: null })
  expect(historyDue(state, 14.2 * DAY, rule)).toBeNull()
  expect(state.next).toMatchObject({ 'holt-winters': null, ar1: expect.any(Number) })
})

test('resuming from a stored state in any hour finds what is found without stopping', () => {
  const values = days(16).map((value, hour) => value * (1 + 0.2 * Math.sin(hour * hour)))
  const windows = hourly(values)
  const found: Hotspot[] = []
  let stored = JSON.stringify(freshState('vm1'))
  for (const window of windows) {
    let state = JSON.parse(stored) as TriggerState
    const due = historyDue(state, window.startEpochSeconds, rule)
    if (due) state = { ...state, season: fitDailySeason(windows, due, rule) }
    const observed = observeWindow(state, window, rule)
    stored = JSON.stringify(observed.state)
    if (observed.changed?.closedAtEpochSeconds != null) found.push(observed.changed)
  }
  expect(found.length).toBeGreaterThan(10)
  expect(hotspots('vm1', windows, rule)).toEqual(found)
})
