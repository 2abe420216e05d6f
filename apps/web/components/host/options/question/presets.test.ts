import type { Objective, Recommendation } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { adviceFor, aRecommendation, aResult } from '../../../../lib/testing/fixtures.ts'
import { presetAsked, presetsOf, presetWeights } from './presets.ts'

const objective = (aim: Objective['objective'], weights: Objective['weights']): Objective => ({
  objective: aim,
  chosenBy: 'sdps',
  method: 'search',
  statement: '',
  weights,
  worstOverTarget: null,
  outlook: [],
})

const result = (advice: Recommendation['advice']) =>
  aResult({
    recommendation: aRecommendation({
      advice,
      domains: [adviceFor('vm1', { weightAfter: 512 }), adviceFor('vm2', { weightAfter: 128 })],
    }),
    objectives: [
      objective('mean-slowdown', [
        { domain: 'vm2', weight: 128 },
        { domain: 'vm1', weight: 512 },
      ]),
      objective('total-delay', [
        { domain: 'vm1', weight: 640 },
        { domain: 'vm2', weight: 128 },
      ]),
    ],
  })

it('offers the recommended weights and those of each objective, equal ones once', () => {
  const presets = presetsOf(result('change'))
  expect(presets.map(({ label }) => label)).toEqual(['Recommended', 'Least total delay?'])
  expect(presetWeights(presets, 'vm1')).toEqual([512, 640])
})

it('knows which of them is asked about, and what is known of its choice', () => {
  const presets = presetsOf(result('leave'))
  const asked = [
    { domain: 'vm1', weight: 640 },
    { domain: 'vm2', weight: 128 },
  ]
  expect(presetAsked(presets, asked)?.from).toEqual({ objective: 'total-delay', statement: '' })
  expect(presetAsked(presets, asked.slice(0, 1))).toBeNull()
})

it('offers nothing infeasible, and nothing where no objective was searched for', () => {
  expect(presetsOf(result('leave')).map(({ label }) => label)).toEqual([
    'Fairest?',
    'Least total delay?',
  ])
  expect(presetsOf(aResult({ recommendation: null, objectives: null }))).toEqual([])
})
