import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Activity, observeActivity, QUIET_SAMPLES } from './activity.ts'

const task = { periodSeconds: 0.1, executionSeconds: 0.07 }
const after = (uses: readonly number[], of = task) =>
  uses.reduce<Activity | null>((before, used) => observeActivity(of, before, used), null)

test('one sample makes a domain active, and only several quiet ones in a row make it idle', () => {
  const quiet = (count: number) => Array<number>(count).fill(0.01)
  expect(after([0.01])).toMatchObject({ isActive: false })
  expect(after([0.01, 0.06])).toEqual({ isActive: true, quietSamples: 0, usedPCpus: 0.06 })
  expect(after([0.7, ...quiet(QUIET_SAMPLES - 1)])).toMatchObject({ isActive: true })
  expect(after([0.7, ...quiet(QUIET_SAMPLES)])).toMatchObject({ isActive: false })
  expect(after([0.7, ...quiet(QUIET_SAMPLES - 1), 0.7, 0])).toEqual({
    isActive: true,
    quietSamples: 1,
    usedPCpus: 0,
  })
})

test('a domain that needs little is active from half of that on', () => {
  const light = { periodSeconds: 1, executionSeconds: 0.04 }
  expect(after([0.021], light)).toMatchObject({ isActive: true })
  expect(after([0.02], light)).toMatchObject({ isActive: false })
})

test('is active exactly if one of the last samples was, whatever came before', () => {
  const uses = fc.array(fc.constantFrom(0, 0.05, 0.051, 1), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(uses, (samples) => {
      const seen = samples.slice(-QUIET_SAMPLES).some((used) => used > 0.05)
      expect(after(samples)?.isActive).toBe(seen)
    }),
    { seed: 5 },
  )
})
