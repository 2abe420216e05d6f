import { array, assert, boolean, float, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { aHotspot } from '../../lib/testing/loop-fixtures.ts'
import { hotspotPlaces } from './hotspot-places.ts'

const ms = float({ min: 0, max: 100_000, noNaN: true })

it('places everything inside of the picture, in the order of time and of size', () => {
  const window = record({ responseTimeMs: ms, targetMs: ms, missed: boolean() })
  const some = record({ windows: array(window, { minLength: 1, maxLength: 60 }), at: ms, by: ms })
  assert(
    property(some, ({ windows, at, by }) => {
      const places = hotspotPlaces({
        windows: windows.map((each) => ({ ...each, at: '2026-11-24T09:00:00Z' })),
        forecast: { by: 'ar1', responseTimeMs: at, errorMs: by },
      })
      const xs = [...places.windows.map(({ x }) => x), places.forecast.x]
      expect(xs).toEqual(xs.toSorted((a, b) => a - b))
      const { y, low, high } = places.forecast
      expect(low).toBeLessThanOrEqual(y)
      expect(y).toBeLessThanOrEqual(high)
      for (const each of [
        ...xs,
        ...places.windows.map((window) => window.y),
        places.target,
        high,
      ]) {
        expect(each).toBeGreaterThanOrEqual(0)
        expect(each).toBeLessThan(1)
      }
      windows.forEach(({ responseTimeMs, targetMs }, index) => {
        if (responseTimeMs > targetMs && windows.at(-1)!.targetMs === targetMs)
          expect(places.windows[index]!.y).toBeGreaterThanOrEqual(places.target)
      })
    }),
  )
})

it('has no place for an unknown error', () => {
  const { forecast } = hotspotPlaces(
    aHotspot({ forecast: { by: 'ar1', responseTimeMs: 100, errorMs: null } }),
  )
  expect([forecast.low, forecast.high]).toEqual([forecast.y, forecast.y])
})
