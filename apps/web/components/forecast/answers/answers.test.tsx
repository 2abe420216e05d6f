import type { Forecast, ForecastDomain } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { render } from '../../../lib/testing/render.tsx'
import { AnswersPanel } from './answers-panel.tsx'

const domain = (name: string, more: Partial<ForecastDomain> = {}): ForecastDomain => ({
  domain: name,
  responseTimeMs: 40,
  nowMs: 50,
  measuredMs: 54,
  anchoredMs: 44,
  anchoredNowMs: 54,
  observedMs: 120,
  outlook: { of: 'peak', nowMs: 120, thenMs: 90 },
  breakdown: null,
  bracket: { bestMs: 20, worstMs: 100 },
  reach: { bestMs: 48, worstMs: 240 },
  targetMs: 80,
  meetsTarget: false,
  valid: true,
  reasons: [],
  ...more,
})
const question = {
  domains: [],
  domain0Weight: 256,
  tsliceMs: null,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
} as Forecast['question']
const forecast = (domains: ForecastDomain[], more: Partial<Forecast> = {}): Forecast => ({
  question,
  scheduler: 'credit2',
  pCpus: 2,
  answers: [
    { estimator: 'sdps', missing: null, domains },
    { estimator: 'delay-aware', missing: 'it knows no caps', domains: [] },
  ],
  notSeen: [],
  headroom: [],
  headroomStatement: 'No domain reaches its limit in the range of loads examined.',
  ...more,
})
const panel = (
  of: Forecast | undefined,
  estimator: 'sdps' | 'delay-aware' | 'delay-aware-calibrated' = 'sdps',
  error?: Error,
) =>
  render(
    <AnswersPanel forecast={of} error={error} estimator={estimator} onChoose={() => {}}>
      plan these
    </AnswersPanel>,
  ).text

describe('an answer', () => {
  it('is the peak before and after, compared with the target, with the mean and the reach of weights', () => {
    const text = panel(forecast([domain('vm1')]))
    expect(text).toContain('vm1 over 80 ms peak before 120 ms after 90.0 ms −25.0 %')
    expect(text).toContain('mean before 54.0 ms after 44.0 ms')
    expect(text).toContain('across all weights, by SDPS: 48.0 to 240 ms')
  })

  it('is the mean where no peak was measured', () => {
    const unmeasured = domain('vm1', {
      outlook: { of: 'mean', nowMs: 54, thenMs: 44 },
      reach: null,
    })
    const text = panel(forecast([unmeasured]))
    expect(text).toContain('mean before 54.0 ms after 44.0 ms −18.5 %')
    expect(text).not.toContain('across all weights')
  })

  it('may be infinite', () => {
    const text = panel(
      forecast([domain('vm1', { outlook: { of: 'peak', nowMs: 120, thenMs: null } })]),
    )
    expect(text).toContain('no finite answer: its queue grows without bound')
  })

  it('carries a mark where its estimator does not vouch for it, and explains it once', () => {
    const doubtful = { valid: false, reasons: ['The load is beyond what was measured.'] }
    const text = panel(forecast([domain('vm1', doubtful), domain('vm2', doubtful)]))
    expect(text).toContain('(not valid)')
    expect(text).toContain('vm1, vm2: The load is beyond what was measured.')
  })

  it('warns of changes that the estimator ignores', () => {
    const notSeen: Forecast['notSeen'] = [
      { lever: 'cap', estimators: ['sdps'], asked: true, text: 'Caps are not seen.' },
      { lever: 'tslice', estimators: ['sdps'], asked: false, text: 'Time slices are not seen.' },
      { lever: 'load', estimators: ['delay-aware'], asked: true, text: 'Loads are not seen.' },
    ]
    const text = panel(forecast([domain('vm1')], { notSeen }))
    expect(text).toContain('SDPS does not take all your changes into account Caps are not seen.')
    expect(text).not.toContain('Time slices')
    expect(text).not.toContain('Loads')
  })
})

describe('no answer', () => {
  it('gives the reason as far as it is known', () => {
    expect(panel(forecast([]), 'delay-aware')).toContain(
      'Delay-aware has no answer: it knows no caps',
    )
    expect(panel(forecast([]), 'delay-aware-calibrated')).toContain('has no answer here.')
  })

  it('reports what went wrong, and keeps the possible actions', () => {
    const text = panel(forecast([domain('vm1')]), 'sdps', new Error('too long'))
    expect(text).toContain('There is no answer to this question too long')
    expect(text).not.toContain('before 120 ms')
    expect(text).toContain('plan these')
  })
})
