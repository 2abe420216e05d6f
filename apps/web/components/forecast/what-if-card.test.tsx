import { askForecast, type FilledQuestion, type Forecast } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { adviceFor, aRecommendation, aResult, idOf } from '../../lib/testing/fixtures.ts'
import { known, refused, render } from '../../lib/testing/render.tsx'
import { WhatIfCard } from './what-if-card.tsx'

const key = [
  askForecast.id,
  idOf(30),
  JSON.stringify({ domains: [], loadFactor: 1, overheadPercent: 0 }),
]
const question: FilledQuestion = {
  domains: [{ domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 }],
  domain0Weight: 256,
  tsliceMs: 30,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}
const forecast: Forecast = {
  question,
  scheduler: 'credit',
  pCpus: 2,
  predictor: 'twin',
  state: 'final',
  statement: '',
  domains: [],
  others: [],
  notSeen: [],
  headroom: [],
  headroomStatement: 'No domain reaches its limit in the range of loads examined.',
}
const card = (...answers: ReturnType<typeof known>[]) =>
  render(<WhatIfCard analysisId={idOf(30)} hostId={idOf(1)} result={aResult()} />, {
    known: answers,
  })

describe('before there is a forecast', () => {
  it('shows that it is loading', () => {
    expect(card().text).toContain('Loading the forecast')
  })

  it.each([409, 422])('treats a refusal with %d as a fact about the analysis', (status) => {
    const { text, buttons } = card(refused(key, status))
    expect(text).toContain('Note: This analysis cannot answer what-if questions The API said no.')
    expect(buttons).toEqual([])
  })

  it('offers another try after any other failure', () => {
    const { text, buttons } = card(refused(key, 500))
    expect(text).toContain('The forecast could not be loaded')
    expect(buttons).toEqual(['Try again'])
  })
})

describe('the sliders', () => {
  it('start where the analysis found the host, so there is nothing to reset or to plan', () => {
    const { text, buttons } = card(known(key, forecast))
    expect(buttons).toContain('As analysed (off)')
    expect(buttons).not.toContain('Plan these weights')
    expect(text).toContain('Load of all domains')
    expect(text).toContain('30 ms')
  })

  it('omit the time slice where the scheduler has none', () => {
    const credit2 = { ...forecast, question: { ...question, tsliceMs: null } }
    expect(card(known(key, credit2)).text).not.toContain('Time slice')
    expect(card(known(key, forecast)).text).toContain('Time slice')
  })

  it('offer the recommended weights', () => {
    const recommendation = aRecommendation({ domains: [adviceFor('vm1')] })
    const { buttons } = render(
      <WhatIfCard analysisId={idOf(30)} hostId={idOf(1)} result={aResult({ recommendation })} />,
      { known: [known(key, forecast)] },
    )
    expect(buttons).toContain('Recommended')
  })

  it('offer no measurement of the overhead on one pCPU', () => {
    expect(card(known(key, { ...forecast, pCpus: 1 })).text).toContain('This host has one pCPU.')
    expect(card(known(key, forecast)).text).toContain('on each of the 2 pCPUs')
  })
})
