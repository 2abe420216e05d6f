import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapOf, type Range, union, without } from './ranges.ts'

const range = fc
  .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }))
  .map(([from, length]): Range => ({ from, to: from + length }))

test('subtracting holes from a range leaves none of the holes and all of the rest', () => {
  fc.assert(
    fc.property(fc.array(range), fc.array(range), (some, holes) => {
      const ranges = union(some, 0)
      const left = without(ranges, holes)
      for (let second = 0; second < 75; second++) {
        const within = (all: Range[]) => overlapOf(all, second, second + 1) > 0
        expect(within(left)).toBe(within(ranges) && !within(holes))
      }
    }),
  )
})
