import { Random } from '@steelyard/model'
import { expect } from 'vitest'
import type { TwinResult } from '../results/twin-result.ts'
import { advisePinning } from './advise-pinning.ts'
import { variantEffect } from './variant-effect.ts'

const random = new Random(11)

/** Five replications of a host; all hosts have the same expectation. */
function drawn(id: string) {
  const results = [1, 2, 3, 4, 5].map((seed) => {
    const responseTime = { mean: 0.01 + 0.001 * random.normal() }
    return {
      seed,
      domains: [{ name: 'vm1', requests: { arrived: 100, answered: 100, responseTime } }],
    }
  })
  return { id, results: results as unknown as TwinResult[] }
}

/** Judges hosts on which none of seven other placements makes a difference. */
export function expectFewFalseAlarms(count: number): void {
  const hosts = Array.from({ length: count }, () =>
    ['as-it-is', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map(drawn),
  )
  const part = (isWrong: (host: (typeof hosts)[number]) => boolean) =>
    hosts.filter(isWrong).length / hosts.length
  expect(part((host) => advisePinning(host).id !== 'as-it-is')).toBeLessThan(0.05)
  expect(part((host) => advisePinning(host).effects.some(({ isReal }) => isReal))).toBeLessThan(
    0.05,
  )
  // At 95 % each, noise would be called an effect every fifth time.
  expect(
    part(([now, ...others]) => others.some((each) => variantEffect(each, now).isReal)),
  ).toBeGreaterThan(0.15)
}
