import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterQuietHours } from './quiet-hours.ts'

const after = (at: string, from: string, to: string, timeZone = 'UTC') =>
  afterQuietHours(new Date(at), { from, to, timeZone }).toISOString().replace(':00.000Z', 'Z')

describe('quiet hours', () => {
  it('leave every other moment as it is', () => {
    expect(after('2026-11-24T06:00Z', '22:00', '06:00')).toBe('2026-11-24T06:00Z')
    expect(after('2026-11-24T21:59Z', '22:00', '06:00')).toBe('2026-11-24T21:59Z')
    expect(afterQuietHours(new Date(5), null)).toEqual(new Date(5))
  })

  it('last until their end, over midnight where they say so', () => {
    expect(after('2026-11-24T22:00Z', '22:00', '06:00')).toBe('2026-11-25T06:00Z')
    expect(after('2026-11-25T05:59Z', '22:00', '06:00')).toBe('2026-11-25T06:00Z')
    expect(after('2026-11-24T12:30Z', '12:00', '13:00')).toBe('2026-11-24T13:00Z')
  })

  it('go by the clock of their zone', () => {
    expect(after('2026-11-24T04:00Z', '22:00', '06:00', 'Europe/Berlin')).toBe('2026-11-24T05:00Z')
    expect(after('2026-11-24T01:00Z', '06:00', '07:00', 'Asia/Kolkata')).toBe('2026-11-24T01:30Z')
  })

  it('are an hour shorter or longer in nights in which the clock is changed', () => {
    const night = (at: string) => after(at, '22:00', '06:00', 'Europe/Berlin')
    expect(night('2026-03-28T21:00Z')).toBe('2026-03-29T04:00Z')
    expect(night('2026-10-24T20:00Z')).toBe('2026-10-25T05:00Z')
  })

  it('end when the clock has passed an end that it leaves out', () => {
    // In Berlin 02:00 is followed by 03:00.
    expect(after('2026-03-29T00:00Z', '00:30', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00Z')
  })

  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata']
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => new Date(m * 60_000).toISOString().slice(11, 16))

  it('end at the first minute whose time of day is not among them', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        time,
        time,
        fc.constantFrom(...zones),
        (at, from, to, timeZone) => {
          fc.pre(from !== to)
          const options = { timeZone, hour: '2-digit', minute: '2-digit' } as const
          const clock = new Intl.DateTimeFormat('de', options)
          const isQuiet = (ms: number) => {
            const shown = clock.format(ms) // times of day compare as texts
            return from < to ? shown >= from && shown < to : shown >= from || shown < to
          }
          const end = afterQuietHours(at, { from, to, timeZone }).getTime()
          let expected = at.getTime()
          while (isQuiet(expected)) expected = Math.floor(expected / 60_000 + 1) * 60_000
          expect(end).toBe(expected)
        },
      ),
      { numRuns: 50 },
    )
  })
})
