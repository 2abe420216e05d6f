import { afterEach, describe, expect, it } from 'vitest'
import { showTimesIn } from './format/first-paint.ts'
import { fromLocalInput, inputInWords, offsetMs, toLocalInput } from './local-time.ts'

it('round-trips a time to the second, whatever the zone', () => {
  const at = '2026-07-20T14:05:09.000Z'
  expect(fromLocalInput(toLocalInput(at))).toBe(at)
})

describe('the clock of a chosen zone', () => {
  afterEach(() => showTimesIn('UTC'))

  it.each([
    ['Asia/Seoul', '2026-11-20T05:05:00.000Z', '2026-11-20T14:05:00', 9],
    ['America/New_York', '2026-11-01T07:30:00.000Z', '2026-11-01T02:30:00', -5],
    // One minute before the clocks go back, and one after they went forward.
    ['Europe/Berlin', '2026-10-24T23:59:00.000Z', '2026-10-25T01:59:00', 2],
    ['Europe/Berlin', '2026-03-29T01:01:00.000Z', '2026-03-29T03:01:00', 2],
  ])('is %s at %s', (zone, at, shown, hours) => {
    showTimesIn(zone)
    expect(toLocalInput(at)).toBe(shown)
    expect(fromLocalInput(shown)).toBe(at)
    expect(offsetMs(Date.parse(at))).toBe(hours * 3_600_000)
  })
})

it('leaves empty and unfinished values empty', () => {
  expect(toLocalInput(null)).toBe('')
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('2026-13-45T99')).toBeNull()
})

it.each([
  ['2026-11-02', '2 Nov 2026'],
  ['2026-11-02T06:05', '2 Nov 2026, 06:05'],
  ['2026-11-02T16:05:09', '2 Nov 2026, 16:05:09'],
  ['22:00', '22:00'],
  ['', ''],
  ['2026-13-45T99', ''],
])('writes the input “%s” as “%s”, whatever the zone', (value, words) => {
  showTimesIn('America/New_York')
  expect(inputInWords(value)).toBe(words)
  showTimesIn('UTC')
})
