import { describe, expect, test } from 'vitest'
import { readStamp, withYear } from './stamp.ts'

const AT = Date.UTC(2026, 10, 20, 9) / 1000

describe('a stamp', () => {
  test.each([
    ['1795165200 NAME', AT],
    ['1795165200.25 NAME', AT + 0.25],
    ['1795165200250 NAME', AT + 0.25],
    ['[1795165200] NAME', AT],
    ['2026-11-20T09:00:00Z NAME', AT],
    ['2026-11-20T10:00:00+01:00 NAME', AT],
    ['[2026-11-20 09:00:00,500] NAME', AT + 0.5],
    ['Fri Nov 20 09:00:00 UTC 2026', AT],
    ['Fri Nov 20 10:00:00 CET 2026', AT],
    ['Fri Nov 20 09:00:00 AM UTC 2026', AT],
    ['Fri 20 Nov 2026 09:00:00 AM UTC', AT],
    ['Fri, 20 Nov 2026 10:00:00 +0100', AT],
  ])('%s', (text, seconds) => {
    expect(readStamp(text)).toMatchObject({ form: 'whole', seconds })
  })

  test('without an offset is local time', () => {
    expect(readStamp('2026-11-20 09:00:00 NAME')).toMatchObject({
      isLocal: true,
      seconds: AT,
      end: 20,
    })
    expect(readStamp('2026-11-20 09:00:00Z NAME')).toMatchObject({ isLocal: false })
    // China, Cuba, or Chicago.
    expect(readStamp('Fri Nov 20 09:00:00 CST 2026')).toMatchObject({ isLocal: true })
  })

  test('without a year is of the latest one that has been', () => {
    const stamp = readStamp('Nov 20 09:00:00 NAME')!
    expect(stamp).toMatchObject({ form: 'no-year', isLocal: true, end: 16 })
    expect(withYear(stamp.seconds, AT + 60)).toBe(AT)
    expect(withYear(stamp.seconds, AT + 200 * 86_400)).toBe(AT)
    expect(withYear(stamp.seconds, AT - 7 * 86_400)).toBe(Date.UTC(2025, 10, 20, 9) / 1000)
  })

  test('may be a time of day alone', () => {
    expect(readStamp('09:00:01 NAME')).toMatchObject({ form: 'time-of-day', seconds: 32_401 })
  })

  test.each([
    '  Domain-0 -----r 9000',
    'production --b--- 1 0.0',
    '99:00:00 NAME',
    '2026-02-30 09:00:00 NAME',
    '2026-13-01 09:00:00 NAME',
    '10.0.0.1 - - [x] "GET"',
    '12345678901234 x',
  ])('is not read in %s', (text) => {
    expect(readStamp(text)).toBeNull()
  })
})
