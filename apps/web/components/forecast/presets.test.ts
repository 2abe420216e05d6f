import type { AnalysisResult } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { presetsOf, presetWeights } from './presets.ts'

const result = (status: string) =>
  ({
    recommendation: {
      status,
      domains: [
        { domain: 'vm1', weightAfter: 512 },
        { domain: 'vm2', weightAfter: 128 },
      ],
    },
    objectives: [
      {
        objective: 'sdps',
        weights: [
          { domain: 'vm2', weight: 128 },
          { domain: 'vm1', weight: 512 },
        ],
      },
      {
        objective: 'twin',
        weights: [
          { domain: 'vm1', weight: 640 },
          { domain: 'vm2', weight: 128 },
        ],
      },
    ],
  }) as unknown as AnalysisResult

it('offers the recommended weights and those of each objective, equal ones once', () => {
  const presets = presetsOf(result('optimal'))
  expect(presets.map(({ label }) => label)).toEqual(['Recommended', 'The twin’s choice'])
  expect(presetWeights(presets, 'vm1')).toEqual([512, 640])
})

it('recommends nothing that is infeasible, and takes results of older versions', () => {
  expect(presetsOf(result('infeasible')).map(({ label }) => label)).toEqual([
    'SDPS’s choice',
    'The twin’s choice',
  ])
  const old = { recommendation: null, objectives: null } as unknown as AnalysisResult
  expect(presetsOf(old)).toEqual([])
})
