import { describe, expect, it } from 'vitest'
import { historyRange } from './history-range.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const range = (query: string) => historyRange(new URLSearchParams(query), now)

describe('the range of a history', () => {
  it('is everything unless the address says otherwise', () => {
    for (const query of ['', 'range=century', 'from=yesterday']) {
      expect(range(query)).toMatchObject({ preset: 'all', from: '', to: '' })
      expect(range(query).holds('1999-01-01T00:00:00Z')).toBe(true)
    }
  })

  it('is a span that ends now', () => {
    const { preset, holds } = range('range=24h')
    expect(preset).toBe('24h')
    expect(holds('2026-11-22T12:00:00Z')).toBe(true)
    expect(holds('2026-11-22T11:59:59Z')).toBe(false)
  })

  it('is whole days, with both ends or one', () => {
    const local = (time: string) => new Date(time).toISOString()
    const { preset, holds } = range('from=2026-11-20&to=2026-11-21')
    expect(preset).toBeNull()
    expect(holds(local('2026-11-20T00:00'))).toBe(true)
    expect(holds(local('2026-11-21T23:59'))).toBe(true)
    expect(holds(local('2026-11-22T00:00'))).toBe(false)
    expect(range('to=2026-11-21').holds(local('2000-01-01T00:00'))).toBe(true)
  })
})
