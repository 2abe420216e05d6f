import { expect, test } from 'vitest'
import { lab, meansMs } from './orderings.fixture.ts'

const run = { seed: 9, replications: 12, horizonSeconds: 80, warmupSeconds: 5 }

test('a weight sweep reproduces the measured order of gains and losses', () => {
  const [equal, w384, w512, w1024] = [256, 384, 512, 1024].map((w) => meansMs(lab(w), run))
  const vm1 = [equal, w384, w512, w1024].map((means) => means![0]!)
  expect(vm1).toEqual(vm1.toSorted((a, b) => b - a))
  // The first step gains more than all others together.
  expect(vm1[0]! - vm1[1]!).toBeGreaterThan(vm1[1]! - vm1[3]!)
  // vm2 bears nearly all of its loss at once, vm3 more with every step.
  expect(w384![1]! - equal![1]!).toBeGreaterThan(0.7 * (w1024![1]! - equal![1]!))
  const vm3 = [equal, w384, w512, w1024].map((means) => means![2]!)
  expect(vm3).toEqual(vm3.toSorted((a, b) => a - b))
})
