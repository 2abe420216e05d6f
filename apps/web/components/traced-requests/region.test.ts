import fc from 'fast-check'
import { expect, it } from 'vitest'
import { outward, type Requests, slowestIn, slowestRegion } from './region.ts'

const part = (ms: number[]) => ({
  fromSeconds: 10,
  toSeconds: 30,
  requests: { startSeconds: ms.map((_, number) => 10 + number / 10), ms },
})
const milliseconds = fc.array(fc.double({ min: 0.001, max: 1e5, noNaN: true }), { minLength: 1 })

it('finds the requests in a region, the slowest first, its edges included', () => {
  const requests: Requests = { startSeconds: [1, 2, 3, 4], ms: [20, 50, 10, 30] }
  const region = { fromSeconds: 1, toSeconds: 3, fromMs: 10, toMs: 30 }
  expect(slowestIn(requests, region)).toEqual([0, 2])
  expect(slowestIn(requests, { ...region, toSeconds: 4, toMs: 50 })).toEqual([1, 3, 0, 2])
  expect(slowestIn(requests, { ...region, fromMs: 31 })).toEqual([])
})

it('selects the slowest of a fraction, and at least two', () => {
  const { requests, ...span } = part(Array.from({ length: 100 }, (_, number) => number + 1))
  expect(slowestRegion({ requests, ...span }, 0.05)).toEqual({
    fromSeconds: 10,
    toSeconds: 30,
    fromMs: 96,
    toMs: 100,
  })
  expect(slowestRegion(part([7, 5, 6]), 0.01)).toMatchObject({ fromMs: 6, toMs: 7 })
  expect(slowestRegion(part([7]), 0.01)).toMatchObject({ fromMs: 7, toMs: 7 })
})

it('has the slowest requests in their region, whatever was rounded, and as many as asked', () => {
  fc.assert(
    fc.property(milliseconds, fc.double({ min: 0.01, max: 1, noNaN: true }), (ms, fraction) => {
      const all = part(ms)
      const numbers = slowestIn(all.requests, slowestRegion(all, fraction))
      expect(numbers.length).toBeGreaterThanOrEqual(Math.ceil(fraction * ms.length))
      expect(ms[numbers[0] as number]).toBe(Math.max(...ms))
    }),
  )
})

it('rounds a region so that it becomes no smaller', () => {
  const region = { fromSeconds: 1.23456, toSeconds: 2.34567, fromMs: 3.00001, toMs: 4.00001 }
  expect(outward(region)).toEqual({
    fromSeconds: 1.234,
    toSeconds: 2.346,
    fromMs: 3,
    toMs: 4.001,
  })
})
