import type { Recommendation, WeightOptions } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { smallerChangeWords } from './smaller-change-words.ts'

const recommendation = {
  objective: 'meet-targets',
  advice: { change: true },
  problem: { currentWeights: { vm1: 256, vm2: 256, vm3: 256 } },
  solution: { weights: { vm1: 461, vm2: 154, vm3: 153 } },
} as unknown as Recommendation

function smallest(vm1: number, ratio = 0.92): WeightOptions {
  return {
    by: 'twin',
    rows: [
      {
        names: ['smallest-change'],
        domains: [
          { domain: 'vm1', weight: vm1 },
          { domain: 'vm2', weight: 512 - vm1 },
          { domain: 'vm3', weight: 256 },
        ],
        worst: { domain: 'vm1', ratio },
      },
    ],
  } as unknown as WeightOptions
}

it('offers the smaller change with the margin that it leaves', () => {
  expect(smallerChangeWords(recommendation, smallest(307))).toEqual([
    'A smaller change also meets all targets, as the simulation predicts: vm1 256 → 307 and vm2 256 → 205. Its worst time is 8 % below its target, that of vm1.',
  ])
})

it('offers none that misses a target, changes nothing or no less, or stands beside another advice', () => {
  expect(smallerChangeWords(recommendation, smallest(461))).toEqual([])
  expect(smallerChangeWords(recommendation, smallest(307, 1.1))).toEqual([])
  expect(smallerChangeWords(recommendation, smallest(256))).toEqual([])
  expect(smallerChangeWords(recommendation, undefined)).toEqual([])
  const left = { ...recommendation, advice: { change: false } } as Recommendation
  expect(smallerChangeWords(left, smallest(307))).toEqual([])
  const other = { ...recommendation, objective: 'mean-slowdown' } as Recommendation
  expect(smallerChangeWords(other, smallest(307))).toEqual([])
})
