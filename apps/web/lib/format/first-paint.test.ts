import { afterEach, expect, it } from 'vitest'
import { formatDateTime, formatRelative } from './dates.ts'
import { appearAs, hasAppeared, knownTimeZone, showTimesIn } from './first-paint.ts'

afterEach(() => {
  showTimesIn('UTC')
  hasAppeared()
})

it('formats as the server did until the page has appeared, then as the reader’s clock says', () => {
  const at = '2026-11-21T23:30:00Z'
  appearAs('Europe/Berlin', Date.parse('2026-11-21T23:40:00Z'))
  expect(formatDateTime(at)).toBe('22 Nov 2026, 00:30 CET')
  expect(formatRelative(at)).toBe('10 minutes ago')
  hasAppeared()
  showTimesIn('America/New_York')
  expect(formatDateTime(at)).toBe('21 Nov 2026, 18:30 GMT-5')
  expect(formatRelative(new Date().toISOString())).toBe('just now')
})

it.each([
  [null, 'UTC'],
  ['', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('takes %j as the zone %s', (cookie, zone) => {
  expect(knownTimeZone(cookie)).toBe(zone)
})
