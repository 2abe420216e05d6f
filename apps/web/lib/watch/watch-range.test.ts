import { describe, expect, it } from 'vitest'
import { changedQuery } from '../changed-query.ts'
import { paramsOf, watchQuery, watchRange } from './watch-range.ts'

const now = Date.parse('2026-11-24T10:03:20Z')
const rangeOf = (query: string) => {
  const { preset, from, to } = watchRange(new URLSearchParams(query), now)
  return [preset, new Date(from).toISOString(), new Date(to).toISOString()]
}

describe('the range of a watch in the address', () => {
  it('is the last day without one, and for one that does not exist', () => {
    const day = ['24h', '2026-11-23T10:05:00.000Z', '2026-11-24T10:05:00.000Z']
    expect(rangeOf('')).toEqual(day)
    expect(rangeOf('watched=2y')).toEqual(day)
  })

  it('ends now, to the next step', () => {
    expect(rangeOf('watched=1h')).toEqual([
      '1h',
      '2026-11-24T09:04:00.000Z',
      '2026-11-24T10:04:00.000Z',
    ])
  })

  it('is between two instants, as the address names them', () => {
    const span = {
      from: Date.parse('2026-11-20T10:00:00Z'),
      to: Date.parse('2026-11-20T11:00:00Z'),
    }
    expect(
      watchRange(new URLSearchParams(changedQuery('?watched=1h', paramsOf(span))), now),
    ).toEqual({ preset: null, ...span })
    const query = watchQuery({ from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' })
    expect(watchRange(new URLSearchParams(query), now)).toEqual({ preset: null, ...span })
  })

  it.each([
    'watchedFrom=2026-11-20T10:00:00Z',
    'watchedFrom=x&watchedTo=y',
    'watchedFrom=2026-11-21T10:00:00Z&watchedTo=2026-11-20T10:00:00Z',
  ])('is not %s', (query) => {
    expect(rangeOf(query)[0]).toBe('24h')
  })
})
