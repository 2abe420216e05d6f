import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LoggedRequest } from '../traced/request-collector.ts'
import { lanesOf } from './lanes.ts'
import { requestLists } from './requests.fixture.ts'

test('lanes: no two requests in one overlap, and there are only as many as were in flight at once', () => {
  fc.assert(
    fc.property(requestLists, (requests) => {
      const lanes = lanesOf(requests)
      for (const [i, a] of requests.entries())
        for (const [j, b] of requests.slice(0, i).entries())
          if (lanes[i] === lanes[j]) expect(a.startSeconds).toBeGreaterThanOrEqual(b.endSeconds)
      const atOnce = requests.map(
        ({ startSeconds }, i) =>
          1 + requests.slice(0, i).filter(({ endSeconds }) => endSeconds > startSeconds).length,
      )
      expect(1 + Math.max(-1, ...lanes)).toBe(Math.max(0, ...atOnce))
    }),
  )
})

/** Looks at every lane for each request. */
function firstFreeOf(requests: readonly LoggedRequest[]): number[] {
  const busyUntil: number[] = []
  return requests.map(({ startSeconds, endSeconds }) => {
    const free = busyUntil.findIndex((end) => end <= startSeconds)
    const lane = free < 0 ? busyUntil.length : free
    busyUntil[lane] = endSeconds
    return lane
  })
}

test('lanes: each request is in the first free one, also an empty one and one at another’s end', () => {
  fc.assert(
    fc.property(requestLists, (requests) => {
      expect(lanesOf(requests)).toEqual(firstFreeOf(requests))
    }),
  )
  const [empty, whole] = [
    { startSeconds: 1, endSeconds: 1 },
    { startSeconds: 1, endSeconds: 2 },
  ]
  expect(lanesOf([empty, empty, whole, empty, whole])).toEqual([0, 0, 0, 1, 1])
  expect(lanesOf([whole, { startSeconds: 2, endSeconds: 3 }])).toEqual([0, 0])
})
