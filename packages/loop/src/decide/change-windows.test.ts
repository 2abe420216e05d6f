import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinWindows } from './change-windows.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('no window at all means at any time', () => {
  expect(isWithinWindows([], 'UTC', 0)).toBe(true)
})

// 23 November 2026 is a Monday.
test.each([
  ['2026-11-23T05:59:59Z', false],
  ['2026-11-23T06:00:00Z', true],
  ['2026-11-23T07:29:59Z', true],
  ['2026-11-23T07:30:00Z', false],
  ['2026-11-24T06:30:00Z', false],
])('Mondays from 06:00 to 07:30: %s', (iso, expected) => {
  const windows = [{ days: [1], from: '06:00', to: '07:30' }]
  expect(isWithinWindows(windows, 'UTC', at(iso))).toBe(expected)
})

test.each([
  ['2026-11-22T23:00:00Z', true],
  ['2026-11-23T01:59:59Z', true],
  ['2026-11-23T02:00:00Z', false],
  ['2026-11-23T23:00:00Z', false],
  ['2026-11-22T01:00:00Z', false],
])('from Sunday 22:00 to Monday 02:00: %s', (iso, expected) => {
  const windows = [{ days: [7], from: '22:00', to: '02:00' }]
  expect(isWithinWindows(windows, 'UTC', at(iso))).toBe(expected)
})

test('a window that ends when it begins lasts a whole day', () => {
  const windows = [{ days: [1], from: '08:00', to: '08:00' }]
  expect(isWithinWindows(windows, 'UTC', at('2026-11-23T07:59:00Z'))).toBe(false)
  expect(isWithinWindows(windows, 'UTC', at('2026-11-23T08:00:00Z'))).toBe(true)
  expect(isWithinWindows(windows, 'UTC', at('2026-11-24T07:59:00Z'))).toBe(true)
  expect(isWithinWindows(windows, 'UTC', at('2026-11-24T08:00:00Z'))).toBe(false)
})

test('the day is that of the time zone', () => {
  const windows = [{ days: [2], from: '00:00', to: '06:00' }]
  expect(isWithinWindows(windows, 'Asia/Tokyo', at('2026-11-23T16:00:00Z'))).toBe(true)
  expect(isWithinWindows(windows, 'America/New_York', at('2026-11-24T02:00:00Z'))).toBe(false)
})

// In Berlin, 29 March 2026 has no 02:00 to 03:00, and 25 October 2026 has it twice.
test.each([
  ['2026-03-28T00:59:00Z', '01:59 in winter', false],
  ['2026-03-28T01:00:00Z', '02:00 in winter', true],
  ['2026-03-29T00:59:59Z', '01:59, then the clock skips an hour', false],
  ['2026-03-29T01:00:00Z', '03:00 in summer: the window did not come', false],
  ['2026-03-30T00:00:00Z', '02:00 in summer', true],
  ['2026-10-25T00:30:00Z', '02:30 for the first time', true],
  ['2026-10-25T01:30:00Z', '02:30 for the second time', true],
  ['2026-10-25T02:00:00Z', '03:00', false],
])('from 02:00 to 03:00 in Berlin, %s: %s', (iso, _, expected) => {
  const windows = [{ days: everyDay, from: '02:00', to: '03:00' }]
  expect(isWithinWindows(windows, 'Europe/Berlin', at(iso))).toBe(expected)
})

test('a window over midnight keeps its local end on the day on which clocks change', () => {
  const windows = [{ days: [6], from: '22:00', to: '06:00' }]
  const within = (iso: string) => isWithinWindows(windows, 'Europe/Berlin', at(iso))
  expect(within('2026-03-29T03:59:00Z')).toBe(true)
  expect(within('2026-03-29T04:00:00Z')).toBe(false)
  expect(within('2026-10-25T04:59:00Z')).toBe(true)
  expect(within('2026-10-25T05:00:00Z')).toBe(false)
})

test('a window and the one from its end to its start share out every moment', () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`)
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')
  const moment = fc.integer({ min: 0, max: 2 ** 31 })
  fc.assert(
    fc.property(hour, hour, zone, moment, (from, to, timeZone, now) => {
      fc.pre(from !== to)
      const one = isWithinWindows([{ days: everyDay, from, to }], timeZone, now)
      const other = isWithinWindows([{ days: everyDay, from: to, to: from }], timeZone, now)
      expect(one).toBe(!other)
    }),
  )
})
