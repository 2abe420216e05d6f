import type { Recommendation } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { adviceFor, aPrediction, aRecommendation, aResult } from '../../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { RecommendationSection } from './recommendation-section.tsx'

const section = (more: Partial<Recommendation>) =>
  render(
    <RecommendationSection
      recommendation={aRecommendation(more)}
      domain0={aResult().domain0}
      grade="enough"
    />,
  )

describe('the weights before and after', () => {
  it('come with all measurements and predictions, and the interval', () => {
    const domains = [adviceFor('vm1')]
    expect(rowsOf(section({ domains }).html)[2]).toEqual([
      'vm1',
      'before 256 after 512 before 50 % after 67 %',
      '80',
      '120',
      '120 (89 to 150)',
      '72 (54 to 90) probably meets',
      '39 % faster',
    ])
  })

  it('mark a domain that is not changed, and one over its target', () => {
    const domains = [
      adviceFor('vm1', { excluded: true, weightAfter: 256, predictedAfter: aPrediction(200) }),
    ]
    const row = rowsOf(section({ domains }).html)[2]
    expect(row?.slice(0, 2)).toEqual(['vm1 kept as it is', '256 50 %'])
    expect(row?.[5]).toContain('misses')
  })

  it('name the objective, the statistic and the predictor', () => {
    expect(section({}).text).toContain(
      'Meet the targets: least max(R / target). Times are the 95th percentile of requests, predicted by Queueing formula, scaled towards the measurements',
    )
    expect(section({ anchored: false, statistic: 'mean' }).text).toContain(
      'Times are the mean of requests, predicted by Queueing formula alone',
    )
  })
})

describe('one step more and one step less', () => {
  const step = {
    domain: 'vm1',
    direction: 'more',
    shareAfter: 0.7,
    change: 3.2,
    meetsTargets: true,
    note: null,
  } as const

  it('are given in the unit of the objective', () => {
    const value = { before: 136, after: 129, unit: 'ms' } as const
    expect(rowsOf(section({ value, sensitivity: [step] }).html).at(-1)).toEqual([
      'vm1',
      '+3.20 ms at 70 %',
      'not possible',
    ])
    expect(rowsOf(section({ sensitivity: [step] }).html).at(-1)?.[1]).toBe('+3.20 at 70 %')
  })

  it('state where a target breaks, or why there is no step', () => {
    const sensitivity: Recommendation['sensitivity'] = [
      { ...step, meetsTargets: false },
      { ...step, direction: 'less', shareAfter: null, change: null, note: 'at its bound' },
    ]
    expect(rowsOf(section({ sensitivity }).html).at(-1)).toEqual([
      'vm1',
      '+3.20 at 70 % breaks a target',
      'at its bound',
    ])
  })

  it('need an optimum', () => {
    expect(section({}).text).not.toContain('One step more')
  })
})
