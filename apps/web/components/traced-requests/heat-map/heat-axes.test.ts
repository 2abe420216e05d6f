import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slowestIn } from '../region.ts'
import { heatAxes, placeOf, regionBetween } from './heat-axes.ts'

const requests = { startSeconds: [10, 14, 20], ms: [1, 10, 100] }
const axes = heatAxes({ fromSeconds: 10, toSeconds: 20, requests })

it('has round values along both axes', () => {
  expect(axes.secondsTicks).toEqual([10, 12, 14, 16, 18, 20])
  expect(axes.msTicks).toEqual([1, 2, 5, 10, 20, 50, 100])
})

it('places time from left to right and the logarithm of a duration upwards', () => {
  expect(placeOf(axes, 15, 10)).toEqual({ x: 0.5, y: 0.5 })
  expect(placeOf(axes, 10, 1)).toEqual({ x: 0, y: 0 })
  expect(placeOf(axes, 20, 100)).toEqual({ x: 1, y: 1 })
  expect(placeOf(axes, 12, 0).y).toBe(0)
})

it('selects everything from corner to corner, also what took no time', () => {
  const all = { startSeconds: [...requests.startSeconds, 12], ms: [...requests.ms, 0] }
  const region = regionBetween(axes, { x: 1, y: 0 }, { x: 0, y: 1 })
  expect(slowestIn(all, region)).toHaveLength(4)
})

it('selects along the lower edge what lies on it', () => {
  const region = regionBetween(axes, { x: 0, y: 0 }, { x: 1, y: 0 })
  expect(slowestIn({ startSeconds: [10, 12, 14], ms: [1, 0, 1.5] }, region)).toEqual([0, 1])
})

it('selects between two requests exactly what lies between them', () => {
  const request = fc.record({
    seconds: fc.double({ min: 10, max: 20, noNaN: true }),
    ms: fc.double({ min: 1, max: 100, noNaN: true }),
  })
  fc.assert(
    fc.property(request, request, (a, b) => {
      const region = regionBetween(
        axes,
        placeOf(axes, a.seconds, a.ms),
        placeOf(axes, b.seconds, b.ms),
      )
      expect(Math.abs(region.fromSeconds - Math.min(a.seconds, b.seconds))).toBeLessThan(0.002)
      expect(Math.abs(region.toSeconds - Math.max(a.seconds, b.seconds))).toBeLessThan(0.002)
      expect(Math.abs(region.toMs - Math.max(a.ms, b.ms))).toBeLessThan(0.002)
    }),
  )
})
