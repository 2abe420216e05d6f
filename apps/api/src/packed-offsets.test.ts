import { within } from '@steelyard/analysis'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packed, unpacked } from './packed-offsets.ts'

it('returns every offset to within 5 us, in four bytes each', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 40_000, noNaN: true })), (offsets) => {
      const bytes = packed(Float64Array.from(offsets))
      expect(bytes).toHaveLength(4 * offsets.length)
      const back = unpacked(bytes)
      expect(back).toHaveLength(offsets.length)
      for (const [index, offset] of offsets.entries()) {
        expect(Math.abs(back[index]! - offset)).toBeLessThanOrEqual(5.001e-6)
      }
    }),
  )
})

it('reads a view into a larger buffer', () => {
  const around = new Uint8Array(12)
  around.set(packed(Float64Array.of(1.5)), 5)
  expect([...unpacked(around.subarray(5, 9))]).toEqual([1.5])
})

it('is little-endian on any machine', () => {
  expect([...packed(Float64Array.of(0.00001, 2.56))]).toEqual([1, 0, 0, 0, 0, 232, 3, 0])
})

it('cuts out a part and counts from its start', () => {
  const offsetsSeconds = Float64Array.of(0, 4, 5, 9.5, 10)
  const arrivals = {
    domain: 'vm1',
    startEpochSeconds: 100,
    offsetsSeconds,
    resolution: 'microsecond' as const,
  }
  expect(within(arrivals, 104, 110)).toEqual({
    ...arrivals,
    startEpochSeconds: 104,
    offsetsSeconds: Float64Array.of(0, 1, 5.5),
  })
})
