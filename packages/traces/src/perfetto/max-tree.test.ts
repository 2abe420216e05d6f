import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MaxTree } from './max-tree.ts'

test('finds what a search through all numbers finds, whatever was changed', () => {
  const value = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.NEGATIVE_INFINITY))
  const step = fc.record({ at: fc.nat(40), value, from: fc.nat(80), least: fc.nat(10) })
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), fc.array(step), (values, steps) => {
      const tree = new MaxTree(values)
      for (const { at, value: changed, from, least } of steps) {
        if (at < values.length) {
          values[at] = changed
          tree.set(at, changed)
        }
        const isEnough = (number: number) => number >= least
        expect(tree.next(from, isEnough)).toBe(
          values.findIndex((number, i) => i >= from && isEnough(number)),
        )
      }
    }),
  )
})
