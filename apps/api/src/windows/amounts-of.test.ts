import { Sketch } from '@steelyard/traces'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Amounts, amountsOf, gain, NOTHING, sum } from './amounts-of.ts'
import { RESPONSE_BOUNDS_SECONDS } from './response-bounds.ts'

function countedOf(durations: readonly number[]): number[] {
  const sketch = new Sketch()
  for (const seconds of durations) sketch.add(seconds)
  const duration = { count: durations.length, meanSeconds: 1, sketch: sketch.toText() }
  return amountsOf({ requests: { arrivals: 0, duration } as never, cpu: null }).responses
}

it('counts each response time up to its bound, exactly or within 1 % of the bound', () => {
  const seconds = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 200 }), (durations) => {
      const counted = countedOf(durations)
      expect(counted.reduce((a, b) => a + b, 0)).toBe(durations.length)
      let upTo = 0
      for (const [index, bound] of RESPONSE_BOUNDS_SECONDS.entries()) {
        upTo += counted[index]!
        const within = (limit: number) => durations.filter((each) => each <= limit).length
        expect(upTo).toBeGreaterThanOrEqual(within(bound * 0.989))
        expect(upTo).toBeLessThanOrEqual(within(bound * 1.011))
      }
    }),
  )
})

const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
const amounts: fc.Arbitrary<Amounts> = fc.record({
  requests: amount,
  cpuSeconds: amount,
  waitSeconds: amount,
  responseSeconds: amount,
  responses: fc.array(amount, { minLength: 16, maxLength: 16 }),
})
const numbersIn = ({ responses, ...rest }: Amounts) => [...Object.values(rest), ...responses]

it('never counts down, and counts what has become more', () => {
  fc.assert(
    fc.property(amounts, amounts, (before, now) => {
      const after = numbersIn(sum(before, gain(now, before)))
      const highest = numbersIn(before).map((each, index) => Math.max(each, numbersIn(now)[index]!))
      for (const [index, each] of after.entries()) expect(each).toBeCloseTo(highest[index]!, 6)
    }),
  )
  expect(numbersIn(NOTHING).every((each) => each === 0)).toBe(true)
})
