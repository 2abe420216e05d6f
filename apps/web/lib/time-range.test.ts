import { describe, expect, it } from 'vitest'
import { changedQuery } from './changed-query.ts'
import {
  askedRange,
  historyRange,
  paramsOf,
  rangeQuery,
  watchedPart,
  withRange,
} from './time-range.ts'

const now = Date.parse('2026-11-24T10:03:20Z')
const rangeOf = (query: string) => askedRange(new URLSearchParams(query), now)
const span = {
  from: Date.parse('2026-11-20T10:00:00Z'),
  to: Date.parse('2026-11-20T11:00:00Z'),
}

describe('the range that an address asks for', () => {
  it('ends now, to the next step', () => {
    expect(rangeOf('range=1h')).toEqual({
      preset: '1h',
      from: Date.parse('2026-11-24T09:04:00Z'),
      to: Date.parse('2026-11-24T10:04:00Z'),
    })
  })

  it('is between two instants, which count more than a preset', () => {
    const query = changedQuery('?range=1h', paramsOf(span))
    expect(rangeOf(query)).toEqual({ preset: null, ...span })
    expect(
      rangeOf(rangeQuery({ from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' })),
    ).toEqual({ preset: null, ...span })
  })

  it.each([
    '',
    'range=century',
    'from=2026-11-20T10:00:00Z',
    'from=x&to=y',
    'from=2026-11-21T10:00:00Z&to=2026-11-20T10:00:00Z',
  ])('is none for %s', (query) => {
    expect(rangeOf(query)).toBeNull()
  })
})

describe('the range of History', () => {
  const of = (isWatched: boolean, query = '') =>
    historyRange(new URLSearchParams(query), now, isWatched).preset

  it('is all that was recorded, or the last day of a host that is watched', () => {
    expect(of(false)).toBe('all')
    expect(of(true)).toBe('24h')
    expect(of(false, 'range=7d')).toBe('7d')
  })

  it('reaches back to when the host was added, for its watch', () => {
    const all = rangeOf('range=all')!
    const host = { createdAt: '2026-11-01T00:00:00.000Z' }
    expect(watchedPart(all, host, now)).toEqual({
      from: Date.parse(host.createdAt),
      to: Date.parse('2026-11-24T12:00:00Z'),
    })
    expect(watchedPart(all, { createdAt: '2026-11-24T11:59:59.000Z' }, now).from).toBe(
      Date.parse('2026-11-24T11:00:00Z'),
    )
    expect(watchedPart({ preset: null, ...span }, host, now)).toEqual(span)
  })
})

describe('a way to another page of the host', () => {
  it('keeps when and by which clock, and what the way itself says', () => {
    const here = new URLSearchParams('range=7d&zone=Asia/Seoul&show=cpu&recording=1')
    expect(withRange('/hosts/1/history?recording=2', here)).toBe(
      '/hosts/1/history?recording=2&range=7d&zone=Asia%2FSeoul',
    )
    expect(withRange('/hosts/1', new URLSearchParams())).toBe('/hosts/1')
  })
})
