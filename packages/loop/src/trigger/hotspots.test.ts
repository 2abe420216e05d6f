import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastAr1 } from './forecast-ar1.ts'
import { freshState, type Hotspot, type TriggerState } from './hotspot.ts'
import { hotspots } from './hotspots.ts'
import { observeWindow } from './observe-window.ts'
import { seriesOf } from './series.fixture.ts'
import { type TriggerRule, triggerRule } from './trigger-rule.ts'
import type { TriggerWindow } from './trigger-window.ts'

/** SandPiper's k and n. */
const rule = triggerRule({ missedWindows: 3, ofWindows: 5 })
const small = fc
  .record({
    missedWindows: fc.integer({ min: 1, max: 3 }),
    ofWindows: fc.integer({ min: 3, max: 5 }),
    forecastWindows: fc.integer({ min: 5, max: 12 }),
    closingMargin: fc.constantFrom(0, 0.1, 0.5),
  })
  .map(triggerRule)
/** Stretches below, around and above a target of 1, with gaps. */
const values = fc
  .array(
    fc.constantFrom([0.01, 0.45], [0.5, 1.2], [0.01, 3], [1, 3]).chain(([min, max]) =>
      fc.array(fc.option(fc.double({ min: min!, max: max!, noNaN: true }), { freq: 9 }), {
        minLength: 3,
        maxLength: 15,
      }),
    ),
    { maxLength: 6 },
  )
  .map((stretches) => stretches.flat())

/** Through stored text, as a worker that is started again for every window. */
function restarted(windows: readonly TriggerWindow[], with_: TriggerRule): Hotspot[] {
  let stored = JSON.stringify(freshState('vm1'))
  const found: Hotspot[] = []
  for (const window of windows) {
    const { state, changed } = observeWindow(JSON.parse(stored) as TriggerState, window, with_)
    stored = JSON.stringify(state)
    if (changed?.closedAtEpochSeconds != null) found.push(changed)
  }
  const { open } = JSON.parse(stored) as TriggerState
  return open ? [...found, open] : found
}

test('a domain that misses its target for a while has one hotspot, with its evidence', () => {
  const quiet = new Array(30).fill(0.4)
  const windows = seriesOf([...quiet, 1.5, 1.6, 1.7, 1.6, 1.5, ...quiet])
  const [hotspot, ...others] = hotspots('vm1', windows, rule)
  expect(others).toEqual([])
  expect(hotspot).toMatchObject({
    domain: 'vm1',
    openedAtEpochSeconds: 33 * 60,
    evidence: { missed: 3, targetSeconds: 1, forecast: { by: 'ar1', judgedWindows: 15 } },
  })
  expect(hotspot!.evidence.windows.map(({ valueSeconds }) => valueSeconds)).toEqual([
    0.4, 0.4, 1.5, 1.6, 1.7,
  ])
  expect(hotspot!.closedAtEpochSeconds).toBe(40 * 60)
  expect(hotspot!.closingEvidence).toMatchObject({ missed: 0, atEpochSeconds: 40 * 60 })
})

test('the forecast is that of AR(1) over the last W windows, and its error that over them', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const series = given.map((each) => (each === null ? null : each + 1))
      const [hotspot] = hotspots('vm1', seriesOf(series), any)
      if (!hotspot) return
      const end = hotspot.openedAtEpochSeconds / 60
      const upTo = (length: number) => {
        const remembered = series.slice(Math.max(0, length - any.forecastWindows), length)
        return forecastAr1(remembered)
      }
      const { forecast } = hotspot.evidence
      expect(forecast.valueSeconds).toBeCloseTo(upTo(end)!.value, 9)
      expect(forecast.standardErrorSeconds).toBeCloseTo(upTo(end)!.standardError, 9)
      const errors: number[] = []
      for (let t = Math.max(1, end - any.forecastWindows); t < end; t++) {
        const [last, value] = [series[t - 1], series[t]]
        if (last != null && value != null) errors.push(Math.abs(value - upTo(t)!.value))
      }
      expect(forecast.judgedWindows).toBe(errors.length)
      const sum = errors.reduce((total, each) => total + each, 0)
      if (errors.length === 0) expect(forecast.meanAbsoluteErrorSeconds).toBeNull()
      else expect(forecast.meanAbsoluteErrorSeconds).toBeCloseTo(sum / errors.length, 9)
    }),
  )
})

test('a target that is always kept never has a hotspot', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const kept = given.map((each) => (each === null ? null : each / 3.01))
      expect(hotspots('vm1', seriesOf(kept), any)).toEqual([])
    }),
  )
})

test('a target that is always missed opens with the k-th value, whatever is foretold', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const missed = given.map((each) => (each === null ? null : each + 1))
      const expected = missed.findIndex((value, index) => {
        if (value === null) return false
        const known = missed.slice(Math.max(0, index + 1 - 2 * any.ofWindows), index + 1)
        return known.filter((each) => each !== null).length >= any.missedWindows
      })
      const [hotspot] = hotspots('vm1', seriesOf(missed), any)
      expect(hotspot?.openedAtEpochSeconds ?? null).toBe(expected < 0 ? null : 60 * (expected + 1))
      expect(hotspot?.closedAtEpochSeconds ?? null).toBeNull()
    }),
  )
})

test('an even overload opens with the k-th value', () => {
  for (let k = 1; k <= 5; k++) {
    const steady = seriesOf(new Array(20).fill(1.2))
    const [hotspot] = hotspots('vm1', steady, triggerRule({ missedWindows: k, ofWindows: 5 }))
    expect(hotspot!.openedAtEpochSeconds).toBe(60 * k)
  }
})

test('at least n values lie between opening and closing, and k between closing and opening', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const found = hotspots('vm1', seriesOf(given), any)
      const known = (from: number, to: number) =>
        given.slice(from / 60, to / 60).filter((each) => each !== null).length
      for (const [index, { openedAtEpochSeconds, closedAtEpochSeconds }] of found.entries()) {
        if (closedAtEpochSeconds === null) continue
        expect(known(openedAtEpochSeconds, closedAtEpochSeconds)).toBeGreaterThanOrEqual(
          any.ofWindows,
        )
        const next = found[index + 1]
        if (next) {
          expect(known(closedAtEpochSeconds, next.openedAtEpochSeconds)).toBeGreaterThanOrEqual(
            any.missedWindows,
          )
        }
      }
    }),
  )
})

test('when it closes, the last n values kept the target with the margin', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      for (const { closingEvidence } of hotspots('vm1', seriesOf(given), any)) {
        if (!closingEvidence) continue
        const { windows, forecast } = closingEvidence
        const all = [...windows, forecast].map(({ valueSeconds }) => valueSeconds)
        expect(windows).toHaveLength(any.ofWindows)
        expect(Math.max(...all)).toBeLessThan(1 - any.closingMargin)
      }
    }),
  )
})

test('detection that is stopped and resumed after every window is detection without stopping', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const windows = seriesOf(given)
      expect(restarted(windows, any)).toEqual(hotspots('vm1', windows, any))
    }),
  )
})

test('windows that are repeated, or left out instead of being gaps, change nothing', () => {
  fc.assert(
    fc.property(values, small, (given, any) => {
      const windows = seriesOf(given)
      const plain = hotspots('vm1', windows, any)
      const repeated = windows.flatMap((window, index) => [window, ...windows.slice(0, index)])
      expect(hotspots('vm1', repeated, any)).toEqual(plain)
      const first = given.findIndex((each) => each !== null)
      const known = windows.filter(({ valueSeconds }) => valueSeconds !== null)
      const leading = first <= 0 ? [] : windows.slice(0, first)
      expect(hotspots('vm1', [...leading, ...known], any)).toEqual(plain)
    }),
  )
})

test('the unit of time of values and targets does not matter', () => {
  const when = ({ openedAtEpochSeconds, closedAtEpochSeconds }: Hotspot) => [
    openedAtEpochSeconds,
    closedAtEpochSeconds,
  ]
  fc.assert(
    fc.property(values, small, fc.integer({ min: -8, max: 8 }), (given, any, power) => {
      const scaled = given.map((each) => (each === null ? null : each * 2 ** power))
      const windows = seriesOf(scaled, { targetSeconds: 2 ** power })
      expect(hotspots('vm1', windows, any).map(when)).toEqual(
        hotspots('vm1', seriesOf(given), any).map(when),
      )
    }),
  )
})

test('a hotspot stays open through a gap', () => {
  const windows = seriesOf([2, 2, 2, ...new Array(200).fill(null), 0.2, 0.2, 0.2, 0.2, 0.2])
  expect(hotspots('vm1', windows, rule)).toMatchObject([
    { openedAtEpochSeconds: 180, closedAtEpochSeconds: windows.length * 60 },
  ])
})

test('three misses far apart are no hotspot', () => {
  const gaps = new Array(8).fill(null)
  expect(hotspots('vm1', seriesOf([2, ...gaps, 2, ...gaps, 2]), rule)).toEqual([])
})

test('refuses windows that are not on one grid', () => {
  const [first, second] = seriesOf([1, 1])
  const { state } = observeWindow(freshState('vm1'), first!, rule)
  const off = { ...second!, startEpochSeconds: 90 }
  expect(() => observeWindow(state, off, rule)).toThrow(RangeError)
  expect(() => observeWindow(state, { ...second!, seconds: 10 }, rule)).toThrow(/10 s.*60 s/)
})

test('accepts a grid that begins at a fraction of a second', () => {
  const fraction = { startEpochSeconds: 1_795_191_675.462657, seconds: 60 }
  const windows = seriesOf([2, null, 2, 2, 2], fraction).map((window, index) => ({
    ...window,
    startEpochSeconds: Math.round((window.startEpochSeconds + index * 1e-9) * 1e6) / 1e6,
  }))
  const known = windows.filter(({ valueSeconds }) => valueSeconds !== null)
  expect(hotspots('vm1', known, rule)).toHaveLength(1)
})

test.each([
  [{ valueSeconds: Number.NaN }],
  [{ valueSeconds: Number.POSITIVE_INFINITY }],
  [{ valueSeconds: -1 }],
  [{ targetSeconds: 0 }],
  [{ targetSeconds: Number.NaN }],
  [{ targetSeconds: Number.POSITIVE_INFINITY }],
])('refuses a window with %o', (wrong) => {
  const [window] = seriesOf([1])
  expect(() => observeWindow(freshState('vm1'), { ...window!, ...wrong }, rule)).toThrow(RangeError)
})

test('a time of zero is a time', () => {
  expect(hotspots('vm1', seriesOf([0, 0, 0]), rule)).toEqual([])
})

test('what has begun to recover opens nothing', () => {
  const any = triggerRule({ missedWindows: 2, ofWindows: 3, closingMargin: 0.1 })
  expect(hotspots('vm1', seriesOf([0.5, 2, 0.5, 0.5]), any)).toEqual([])
  expect(hotspots('vm1', seriesOf([0.5, 2, 0.5, 1.1]), any)).toHaveLength(1)
  // Two of three missed, but the newest keeps the target with more than the margin, then with less.
  const eased = triggerRule({ missedWindows: 2, ofWindows: 4, closingMargin: 0.1 })
  expect(hotspots('vm1', seriesOf([2, 0.5, 0.5, 0.5]), eased)).toEqual([])
  const late = seriesOf([null, null, 0.1, 2, 0.89, 0.89])
  expect(hotspots('vm1', late, { ...eased, missedWindows: 1 })).toHaveLength(1)
})

test('what was kept before it opened does not count towards closing', () => {
  const any = triggerRule({ missedWindows: 2, ofWindows: 4, forecastWindows: 6 })
  const windows = seriesOf([0.1, 0.1, 0.1, 2, 2, 0.1, 0.1, 0.1, 0.1, 0.1])
  const [hotspot] = hotspots('vm1', windows, any)
  expect(hotspot!.openedAtEpochSeconds).toBe(5 * 60)
  expect(hotspot!.closedAtEpochSeconds).toBeGreaterThanOrEqual(9 * 60)
})
