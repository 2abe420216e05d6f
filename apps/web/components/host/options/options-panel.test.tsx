import {
  type AnalysisResult,
  askForecast,
  type Forecast,
  type ForecastDomain,
  type LabResult,
  type Lever,
  listRuns,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { forecastOf } from '../../../lib/host-queries.ts'
import {
  aLabResult,
  aLabRun,
  anAnalysis,
  aPrediction,
  aResult,
  around,
  aVariant,
  idOf,
} from '../../../lib/testing/fixtures.ts'
import { InHostFrame } from '../../../lib/testing/in-host-frame.tsx'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import { OptionsTab } from './options-tab.tsx'
import { asAnalysed, withDomainLever } from './question/question.ts'

const question = {
  domains: [{ domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 }],
  domain0Weight: 256,
  tsliceMs: null,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}
const vm1: ForecastDomain = {
  domain: 'vm1',
  observedMs: 120,
  now: aPrediction(118),
  then: aPrediction(118),
  targetMs: 80,
  meetsTarget: false,
  change: 'same',
  reach: null,
  reasons: [],
}
const asItIs: Forecast = {
  question,
  scheduler: 'credit2',
  pCpus: 2,
  predictor: 'twin',
  state: 'final',
  playedBy: null,
  statement: 'Nothing changes.',
  domains: [vm1],
  others: [],
  notSeen: [],
  headroom: [],
  headroomState: 'final',
  headroomStatement: '',
}
const asked = (more: Partial<Forecast> = {}): Forecast => ({
  ...asItIs,
  question: withDomainLever(question, 'vm1', 'weight', 512),
  state: 'provisional',
  statement: 'vm1 gains.',
  domains: [{ ...vm1, then: aPrediction(60), meetsTarget: true, change: 'faster' }],
  ...more,
})
const lever = (kind: Lever['kind'], more: Partial<Lever> = {}): Lever => ({
  variantId: kind,
  kind,
  over: [],
  excess: 0,
  helps: true,
  effect: 'helps',
  unanswered: false,
  mean: around(20, 1),
  change: around(-5, 1),
  domains: [
    {
      domain: 'vm1',
      nowMs: 50,
      thenMs: 25,
      change: around(-25, 5),
      predictedNow: aPrediction(118),
      predictedThen: aPrediction(59),
      targetMs: 80,
      meetsTarget: true,
    },
  ],
  ...more,
})
function played(...ranked: Lever[]): LabResult {
  return aLabResult({
    variants: ranked.map(({ variantId }) => aVariant(variantId)),
    levers: {
      violating: ['vm1'],
      ranked,
      winnerId: null,
      lead: null,
      nextId: null,
      statement: 'Weights help most.',
      leadStatement: null,
      idlePCpus: 0,
    },
  })
}
const runs = { query: { kind: 'levers', analysisId: idOf(30), limit: 1 } }
const moved = { domains: [{ domain: 'vm1', weight: 512 }], loadFactor: 1, overheadPercent: 0 }

function options({
  result = {},
  levers = null,
  forecast,
  search = '',
  user = userWith(),
}: {
  result?: Partial<AnalysisResult>
  levers?: LabResult | null
  forecast?: Forecast
  search?: string
  user?: ReturnType<typeof userWith>
} = {}) {
  const run = aLabRun({ kind: 'levers', analysisId: idOf(30), result: levers })
  return render(
    <InHostFrame recording={anAnalysis({ result: aResult(result) })}>
      <OptionsTab />
    </InHostFrame>,
    {
      user,
      search,
      known: [
        answer(askForecast, forecastOf(idOf(30), asAnalysed), asItIs),
        answer(askForecast, forecastOf(idOf(30), moved), forecast),
        answer(listRuns, runs, { data: levers ? [run] : [], meta: { nextCursor: null } }),
      ],
    },
  )
}
const twin = { ...aResult().twin, state: 'done' } as const

describe('the table of options', () => {
  it('begins with the host as it is', () => {
    expect(rowsOf(options().html)).toEqual([
      ['Option 95th percentile of requests in ms, 90 %', 'vm1 target 80', 'Next step'],
      ['As it is', '120 (89 to 150) over the target', ''],
    ])
  })

  it('continues with what the sliders of the address ask, marked while it is provisional', () => {
    const { html, text } = options({ search: 'weight.vm1=512', forecast: asked() })
    expect(rowsOf(html)[2]).toEqual([
      'vm1 weight 256 → 512 provisional',
      'faster: 60 (45 to 75) within the target',
      '',
    ])
    expect(text).toContain('Provisional, by a formula: vm1 gains.')
    const final = options({ search: 'weight.vm1=512', forecast: asked({ state: 'final' }) })
    expect(final.text).not.toMatch(/provisional/i)
    expect(final.buttons).toContain('Plan these weights')
  })

  it('ranks the levers, the best of each kind first', () => {
    const levers = played(
      lever('weights'),
      lever('caps', { effect: 'harms' }),
      lever('caps', { variantId: 'caps-2' }),
      lever('as-it-is', { effect: 'now' }),
    )
    const { html, text, buttons } = options({ levers })
    const names = rowsOf(html).map(([name]) => name)
    expect(names.slice(1)).toEqual([
      'As it is',
      'Variant weights helps What weights means.',
      'Variant caps makes it worse What caps means.',
    ])
    expect(text).toContain('Weights help most.')
    expect(buttons).toContain('1 more variant of these kinds')
    expect(buttons).toContain('Plan the recommended weights')
    expect(rowsOf(html)[2]?.[1]).toBe('faster: 59 (44 to 74) within the target')
  })

  it('says that a domain leaves, and that its time elsewhere is not known', () => {
    const [domain] = lever('migration').domains
    const gone = { ...domain!, thenMs: null, predictedThen: null, meetsTarget: null }
    const { html } = options({ levers: played(lever('migration', { domains: [gone] })) })
    expect(rowsOf(html)[2]?.[1]).toBe('leaves; not known there')
  })
})

describe('levers that were not compared yet', () => {
  it('are compared on request where the recording can be simulated', () => {
    expect(options({ result: { twin } }).buttons).toContain('Try every lever')
    const reader = options({ result: { twin }, user: userWith(['analyses:read']) })
    expect(reader.buttons).not.toContain('Try every lever')
  })

  it('cannot be compared without a simulation', () => {
    expect(options().text).toContain(
      'The simulation cannot run this recording, so nothing can be tried on it: no arrivals are known',
    )
  })
})

it('says why an old recording has no options', () => {
  const { text } = render(
    <InHostFrame recording={anAnalysis({ result: aResult() })}>
      <OptionsTab />
    </InHostFrame>,
    {
      known: [refusal(askForecast, forecastOf(idOf(30), asAnalysed), 409)],
    },
  )
  expect(text).toContain('This analysis cannot answer what-if questions')
})
