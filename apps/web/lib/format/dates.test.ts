import { afterEach, describe, expect, it } from 'vitest'
import { formatRelative, formatTimeSince, timeTickFormat } from './dates.ts'
import { appearAs, hasAppeared, showTimesIn } from './first-paint.ts'

afterEach(() => {
  showTimesIn('UTC')
  hasAppeared()
})

describe('dates', () => {
  it('show how long ago', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    expect(formatRelative('2026-11-21T11:59:50Z', now)).toBe('just now')
    expect(formatRelative('2026-11-21T11:55:00Z', now)).toBe('5 minutes ago')
    expect(formatRelative('2026-11-24T12:00:00Z', now)).toBe('in 3 days')
    expect(formatRelative(null, now)).toBe('–')
  })

  it('repeat no day that was just named', () => {
    appearAs('UTC', 0)
    expect(formatTimeSince('2026-11-21T12:40:00Z', '2026-11-21T09:00:00Z')).toBe('12:40')
    expect(formatTimeSince('2026-11-22T00:40:00Z', '2026-11-21T09:00:00Z')).toBe('22 Nov, 00:40')
  })

  it.each([
    [600, /^\d\d:\d\d:\d\d$/],
    [7_200, /^\d\d:\d\d$/],
    [3 * 86_400, /^\d{1,2} \w{3,4}, \d\d:\d\d$/],
  ])('label an axis of %d seconds as finely as it needs', (seconds, form) => {
    const from = Date.parse('2026-11-21T12:00:00Z')
    expect(timeTickFormat(from, from + seconds * 1000)(from)).toMatch(form)
  })
})
