import type { AnalysisResult } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { presetsOf, presetWeights } from './presets.ts'

const result = (advice: string) =>
  ({
    recommendation: {
      advice,
      domains: [
        { domain: 'vm1', weightAfter: 512 },
        { domain: 'vm2', weightAfter: 128 },
      ],
    },
    objectives: [
      {
        objective: 'mean-slowdown',
        weights: [
          { domain: 'vm2', weight: 128 },
          { domain: 'vm1', weight: 512 },
        ],
      },
      {
        objective: 'total-delay',
        weights: [
          { domain: 'vm1', weight: 640 },
          { domain: 'vm2', weight: 128 },
        ],
      },
    ],
  }) as unknown as AnalysisResult

it('offers the recommended weights and those of each objective, equal ones once', () => {
  const presets = presetsOf(result('change'))
  expect(presets.map(({ label }) => label)).toEqual(['Recommended', 'For the total delay'])
  expect(presetWeights(presets, 'vm1')).toEqual([512, 640])
})

it('recommends nothing that is infeasible, and takes results of older versions', () => {
  expect(presetsOf(result('leave')).map(({ label }) => label)).toEqual([
    'For fairness',
    'For the total delay',
  ])
  const old = { recommendation: null, objectives: null } as unknown as AnalysisResult
  expect(presetsOf(old)).toEqual([])
})
