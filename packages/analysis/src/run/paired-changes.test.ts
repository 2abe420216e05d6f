import { simulate, type TwinConfig } from '@steelyard/simulator'
import { expect, it } from 'vitest'
import { pairedChanges } from './paired-changes.ts'

const hostWith = (weight: number): TwinConfig => ({
  pCpus: 1,
  scheduler: { name: 'credit' },
  guests: ['vm1', 'vm2'].map((name) => ({
    name,
    weight: name === 'vm1' ? weight : 256,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: 40 },
      serviceTime: { kind: 'exponential', meanSeconds: 0.01 },
    },
  })),
})
const runsOf = (weight: number) =>
  [1, 2, 3, 4, 5].map((seed) => simulate(hostWith(weight), { seed, horizonSeconds: 30 }))

const halfWidth = (values: number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4
  // Student's t for 4 degrees of freedom.
  return 2.776 * Math.sqrt(variance / values.length)
}

it('gives the interval of the differences, which is narrower than those of the means', () => {
  const [now, asked] = [runsOf(256), runsOf(4096)]
  const means = (runs: typeof now) =>
    runs.map(({ domains }) => domains[0]!.requests!.responseTime.mean!)
  const [before, after] = [means(now), means(asked)]
  const differences = after.map((value, index) => value - before[index]!)
  const [vm1] = pairedChanges(now, asked.toReversed())
  const { mean, halfWidth: half } = vm1!.mean!
  expect(mean).toBeCloseTo(differences.reduce((sum, value) => sum + value, 0) / 5, 12)
  expect(half! / halfWidth(differences)).toBeCloseTo(1, 3)
  expect(mean + half!).toBeLessThan(0)
  expect(halfWidth(differences)).toBeLessThan(halfWidth(before) + halfWidth(after))
})

it('is wider where more changes are compared', () => {
  const [now, asked] = [runsOf(256), runsOf(512)]
  const width = (comparisons: number) => pairedChanges(now, asked, comparisons)[0]!.mean!.halfWidth!
  // Student's t for 4 degrees of freedom at 95 and at 99 %.
  expect(width(5) / width(1)).toBeCloseTo(4.604 / 2.776, 3)
})

it('has no interval where fewer than two runs can be compared', () => {
  const [now, asked] = [runsOf(256), runsOf(512)]
  expect(pairedChanges(now, asked.slice(0, 1))[0]).toEqual({ domain: 'vm1', mean: null, p95: null })
  expect(pairedChanges([], [])).toEqual([])
})
