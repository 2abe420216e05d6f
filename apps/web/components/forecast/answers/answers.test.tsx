import type { Forecast, ForecastDomain } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { render } from '../../../lib/testing/render.tsx'
import { AnswersPanel } from './answers-panel.tsx'

const domain = (name: string, more: Partial<ForecastDomain> = {}): ForecastDomain => ({
  domain: name,
  observedMs: 120,
  now: { ms: 120, lowMs: 100, highMs: 144 },
  // biome-ignore lint/suspicious/noThenProperty: a value of the answer, not a promise
  then: { ms: 90, lowMs: 70, highMs: 116 },
  targetMs: 80,
  meetsTarget: false,
  change: 'faster',
  reach: { bestMs: 48, worstMs: 240 },
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
  predictor: 'twin',
  state: 'final',
  statement: 'vm1 gains. Over target: vm1.',
  domains,
  others: [],
  notSeen: [],
  headroom: [],
  headroomStatement: 'No domain reaches its limit in the range of loads examined.',
  ...more,
})
const panel = (of: Forecast | undefined, error?: Error) =>
  render(
    <AnswersPanel forecast={of} error={error}>
      plan these
    </AnswersPanel>,
  ).text

describe('an answer', () => {
  it('is the prediction before and after with its interval, compared with the target', () => {
    const text = panel(forecast([domain('vm1')]))
    expect(text).toContain('vm1 gains. Over target: vm1.')
    expect(text).toContain('vm1 over 80 ms before 120 ms after 90 ms −25.0 % 90 ms (70 to 120)')
    expect(text).toContain('across all weights, in theory: 48.0 to 240 ms')
    expect(text).not.toContain('Provisional')
  })

  it('stands without a prediction for now, and without a range that theory does not give', () => {
    const text = panel(forecast([domain('vm1', { now: null, change: null, reach: null })]))
    expect(text).toContain('before – after 90 ms 90 ms (70 to 120)')
    expect(text).not.toContain('across all weights')
  })

  it('may be infinite', () => {
    // biome-ignore lint/suspicious/noThenProperty: a value of the answer, not a promise
    const text = panel(forecast([domain('vm1', { then: null, reach: null })]))
    expect(text).toContain('no finite answer: its queue grows without bound')
  })

  it('is marked while it is provisional, with the changes that do not count yet', () => {
    const notSeen: Forecast['notSeen'] = [
      { lever: 'cap', estimators: ['sdps'], asked: true, text: 'Caps are not seen.' },
      { lever: 'tslice', estimators: ['sdps'], asked: false, text: 'Time slices are not seen.' },
    ]
    const text = panel(forecast([domain('vm1')], { state: 'provisional', notSeen }))
    expect(text).toContain('Provisional')
    expect(text).toContain('not all changes count Caps are not seen.')
    expect(text).not.toContain('Time slices')
    expect(panel(forecast([domain('vm1')], { notSeen }))).not.toContain('Caps')
  })

  it('explains a doubt once for all domains that share it', () => {
    const doubtful = { reasons: ['The load is beyond what was measured.'] }
    const text = panel(forecast([domain('vm1', doubtful), domain('vm2', doubtful)]))
    expect(text).toContain('vm1, vm2: The load is beyond what was measured.')
    expect(text.split('beyond what was measured')).toHaveLength(2)
  })
})

it('reports what went wrong, and keeps the possible actions', () => {
  const text = panel(forecast([domain('vm1')]), new Error('too long'))
  expect(text).toContain('There is no answer to this question too long')
  expect(text).not.toContain('before 120 ms')
  expect(text).toContain('plan these')
})
