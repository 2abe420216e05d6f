import fc from 'fast-check'
import { expect, test } from 'vitest'
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
