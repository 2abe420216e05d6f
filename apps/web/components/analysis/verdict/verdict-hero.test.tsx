import type { AnalysisResult } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { adviceFor, aRecommendation, aResult } from '../../../lib/testing/fixtures.ts'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { VerdictHero } from './verdict-hero.tsx'

const about = (ms: number) => ({ ms, lowMs: 0.8 * ms, highMs: 1.25 * ms })
const moved = (before: number, after: number) => ({
  predictedBefore: about(before),
  predictedAfter: about(after),
})

const hero = (result: Partial<AnalysisResult>, user = userWith()) =>
  render(<VerdictHero analysisId="a" result={aResult(result)} />, { user })

describe('advice to change the weights', () => {
  it('shows weights, shares and times before and after, the gain, and the target', () => {
    const { text } = hero({})
    expect(text).toMatch(/^Reweight vm1 misses its target of 80 ms\./)
    expect(text).toContain('Recommended weights vm1 gains more than chance.')
    expect(text).toContain('95th percentile of response times before and after, predicted by SDPS')
    expect(text).toContain('vm1 weight before 256 after 512')
    expect(text).toContain('share before 0.500 after 0.650')
    expect(text).toContain(
      'before 120 ms after 72 ms (60 to 86) gains −48.0 ms −40.0 % within 80 ms',
    )
  })

  it('shows what a domain pays, and shows a change below half a percent as nothing', () => {
    const domains = [
      adviceFor('vm1', moved(100, 112)),
      adviceFor('vm2', moved(100, 100.4)),
      adviceFor('vm3', moved(100, 100)),
      adviceFor('vm4', { predictedBefore: null, predictedAfter: null, targetMs: null }),
    ]
    const { text } = hero({ recommendation: aRecommendation({ domains }) })
    const [, vm1, vm2, vm3, vm4] = text.split(/vm\d weight/)
    expect(vm1).toContain('pays +12.0 ms +12.0 %')
    expect(vm2).toContain('nothing within 80 ms')
    expect(vm3).not.toMatch(/gains|pays|nothing/)
    expect(vm4).toContain('– no target')
  })

  it('can be planned by users who may plan', () => {
    expect(hero({}).buttons).toEqual(['Make a plan'])
    const { text, buttons } = hero({}, userWith(['analyses:read']))
    expect(buttons).toEqual([])
    expect(text).toContain('does not include making plans')
  })
})

describe('advice to leave the weights', () => {
  const recommendation = aRecommendation({ advice: 'leave', reason: 'Leave them. Nothing gains.' })

  it('appears once, with nothing to plan', () => {
    const { text, buttons } = hero({ recommendation, verdict: 'ok' })
    expect(text).toContain('Leave the weights as they are Nothing gains.')
    expect(text).not.toContain('Leave them.')
    expect(text).toContain('Nothing to plan: the weights in force stay.')
    expect(buttons).toEqual([])
  })
})

describe('targets that exclude each other', () => {
  const recommendation = aRecommendation({
    status: 'infeasible',
    conflicts: [['vm1: 80 ms', 'vm2: 60 ms'], ['vm3: 5 ms']],
  })

  it('are listed: those that exclude each other together, and those out of reach alone', () => {
    const { text } = hero({ recommendation, verdict: 'migrate' })
    expect(text).toContain('Targets that no weights can meet together')
    expect(text).toContain('vm1: 80 ms and vm2: 60 ms')
    expect(text).toContain('vm3: 5 ms cannot be met, whatever the others get')
    expect(text).toContain('Move a domain to another host')
  })

  it('are not mentioned where the weights in force meet them', () => {
    expect(hero({ recommendation, verdict: 'ok' }).text).not.toContain('no weights can meet')
  })
})

it('reports that no weights could be recommended, and where to look', () => {
  const { text, buttons } = hero({ recommendation: null })
  expect(text).toContain('No weights could be recommended.')
  expect(text).toContain('The section on data quality below says what is missing.')
  expect(buttons).toEqual([])
})

it('lists the reasons by severity', () => {
  const reasons: AnalysisResult['reasons'] = [
    { code: 'over', text: 'vm1 is over its target.', severity: 'critical' },
    { code: 'few', text: 'Few windows.', severity: 'warning' },
    { code: 'note', text: 'Judged by SDPS.', severity: 'info' },
  ]
  expect(hero({ reasons }).text).toContain(
    'Critical: vm1 is over its target. Warning: Few windows. Note: Judged by SDPS.',
  )
})
