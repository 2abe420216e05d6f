import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aWatchedWindow,
  aWatchPoint,
  aWatchSeries,
  windowStart,
} from '../testing/watch-fixtures.ts'
import { LIVE_MS, liveCallOf, withWindow } from './live-series.ts'

const startsOf = (series: ReturnType<typeof withWindow>, domain = 'vm1') =>
  series?.domains.find((each) => each.domain === domain)?.points.map(({ at }) => at)

describe('a window that comes to the live series', () => {
  it('is added at the end, and the range moves on', () => {
    const next = withWindow(aWatchSeries(), aWatchedWindow(3, { vm1: {}, vm2: {} }))
    expect(startsOf(next)).toEqual([0, 1, 2, 3].map(windowStart))
    expect(next?.to).toBe(windowStart(4))
    expect(Date.parse(next!.to) - Date.parse(next!.from)).toBe(LIVE_MS)
  })

  it('replaces what it corrects, and leaves other domains as they are', () => {
    const next = withWindow(aWatchSeries(), aWatchedWindow(1, { vm1: { responseTimeMs: 99 } }))
    expect(next?.domains[0]?.points.map(({ responseTimeMs }) => responseTimeMs)).toEqual([
      60, 99, 120,
    ])
    expect(startsOf(next, 'vm2')).toEqual([0, 2].map(windowStart))
  })

  it('pushes out what is older than half an hour', () => {
    const next = withWindow(aWatchSeries(), aWatchedWindow(180, { vm1: {} }))
    expect(startsOf(next)).toEqual([1, 2, 180].map(windowStart))
  })

  it('fits nowhere when its domain is unknown or its length another', () => {
    expect(withWindow(aWatchSeries(), aWatchedWindow(3, { vm9: {} }))).toBeNull()
    const minute = { ...aWatchedWindow(3, { vm1: {} }), windowSeconds: 60 }
    expect(withWindow(aWatchSeries(), minute)).toBeNull()
  })

  it('leaves the newest of each window in their order, however they come', () => {
    const orders = fc.array(fc.integer({ min: 0, max: 250 }), { maxLength: 60 })
    fc.assert(
      fc.property(orders, (arriving) => {
        let series = aWatchSeries({ domains: [{ domain: 'vm1', targetMs: 80, points: [] }] })
        const newest = new Map<number, number>()
        arriving.forEach((order, turn) => {
          series = withWindow(series, aWatchedWindow(order, { vm1: { responseTimeMs: turn } }))!
          newest.set(order, turn)
        })
        const end = Math.max(2, ...arriving) + 1
        const expected = [...newest]
          .filter(([order]) => order >= end - 180)
          .sort(([a], [b]) => a - b)
          .map(([order, responseTimeMs]) => aWatchPoint(order, { responseTimeMs }))
        expect(series.domains[0]?.points).toEqual(expected)
      }),
    )
  })
})

it('asks for the half hour before now', () => {
  expect(liveCallOf('h', Date.parse(windowStart(180))).query).toEqual({
    from: windowStart(0),
    to: windowStart(180),
  })
})
