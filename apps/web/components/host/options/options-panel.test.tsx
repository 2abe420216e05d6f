import type {
  AnalysisResult,
  Forecast,
  ForecastDomain,
  LabResult,
  Lever,
  WeightOptions,
  WeightRow,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { forecastOf } from '../../../lib/host-queries.ts'
import {
  adviceFor,
  aLabResult,
  aLabRun,
  anAnalysis,
  aPrediction,
  aRecommendation,
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

function panel({
  result = {},
  levers = null,
  forecast,
  search = '',
  user = userWith(),
  load = 1,
}: {
  result?: Partial<AnalysisResult>
  levers?: LabResult | null
  forecast?: Forecast
  search?: string
  user?: ReturnType<typeof userWith>
  load?: number
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
        answer('askForecast', forecastOf(idOf(30), asAnalysed), asItIs),
        answer('askForecast', forecastOf(idOf(30), { ...moved, loadFactor: load }), forecast),
        answer('listRuns', runs, { data: levers ? [run] : [], meta: { nextCursor: null } }),
      ],
    },
  )
}
const twin = { ...aResult().twin, state: 'done' } as const

const options = (more: Partial<WeightOptions> = {}): WeightOptions => ({
  predictor: 'twin',
  rows: [
    row(['in-force', 'equal'], 256, aPrediction(118)),
    row(['recommended'], 512, aPrediction(60)),
    { ...row(['sandpiper'], 1046, aPrediction(150)), payers: ['vm1'] },
  ],
  absent: [{ name: 'smallest-change', text: 'No change that was tried meets them.' }],
  headline: 'One option is predicted to meet all targets.',
  statement: null,
  ...more,
})
const row = (
  names: WeightRow['names'],
  weight: number,
  predicted: WeightRow['domains'][number]['predicted'],
): WeightRow => ({
  names,
  domains: [{ domain: 'vm1', weight, predicted, meetsTarget: predicted!.ms <= 80 }],
  payers: [],
  room: 1 - predicted!.ms / 80,
})

describe('the table of options', () => {
  it('has a row for each option, with its weights, times, who pays and the room left', () => {
    const { html, text, buttons } = panel({ result: { options: options() } })
    expect(text).toContain('One option is predicted to meet all targets.')
    expect(rowsOf(html)).toEqual([
      [
        'Option 95th percentile of requests in ms, 90 %',
        'Weights, share',
        'vm1 target 80',
        'Who pays',
        'Room left',
        'Plan it',
      ],
      [
        'Leave alone · Equal weights the weights as recorded',
        'vm1: 256',
        'misses 120 (89 to 150)',
        'nobody',
        'none',
        '',
      ],
      [
        'Recommended by Steelyard least worst time against its target',
        'vm1: 512',
        'meets 60 (45 to 75)',
        'nobody',
        '25 %',
        'Plan Recommended',
      ],
      [
        'SandPiper what its factors would set',
        'vm1: 1,046',
        'misses 150 (110 to 190)',
        'vm1 120 → 150',
        'none',
        'Plan SandPiper',
      ],
      ['Smallest change', 'No change that was tried meets them.'],
      [
        'Your own move a slider',
        'vm1: 256',
        expect.stringContaining('misses 120 (89 to 150)'),
        'nobody',
        'none',
        '',
      ],
    ])
    expect(buttons.filter((name) => name.startsWith('Plan'))).toHaveLength(2)
    expect(html).toContain('aria-label="Shares: Domain-0 33 %, vm1 67 %"')
  })

  it('has a row for the sliders of the address, marked while it is provisional', () => {
    const own = (of: Parameters<typeof panel>[0]) =>
      rowsOf(panel({ result: { recommendation: null }, ...of }).html).at(-1)!
    const moved = own({ search: 'weight.vm1=512', forecast: asked() })
    expect(moved.slice(0, 2)).toEqual(['Your own by a formula, until it is simulated', 'vm1: 512'])
    expect(moved.at(-1)).toBe('Plan your own weights Reset')
    const final = own({ search: 'weight.vm1=512', forecast: asked({ state: 'final' }) })
    expect(final[0]).toBe('Your own move a slider')
  })

  it('says of the sliders what the row with the same weights says', () => {
    const forecast = asked({ domains: [{ ...vm1, then: aPrediction(77) }] })
    const result = { options: options() }
    const own = rowsOf(panel({ result, search: 'weight.vm1=512', forecast }).html).at(-1)!
    expect(own[2]).toContain('meets 60 (45 to 75)')
  })

  it('plans no weights beside levers that no plan can set', () => {
    const search = 'weight.vm1=512&load=2'
    const forecast = asked({ question: { ...asked().question, loadFactor: 2 } })
    const { buttons, text } = panel({ search, forecast, load: 2 })
    expect(buttons).not.toContain('Plan your own weights')
    expect(text).toContain('A plan sets weights and caps alone.')
  })

  it('has number fields beside the sliders', () => {
    expect(panel().html).toContain('aria-label="Weight of vm1 as a number"')
  })

  it('has the weights in force and the recommended ones of an earlier version', () => {
    const recommendation = aRecommendation({ domains: [adviceFor('vm1')] })
    const { html, text } = panel({ result: { recommendation } })
    expect(rowsOf(html).map(([name]) => name)).toEqual([
      expect.any(String),
      'Leave alone the weights as recorded',
      'Recommended by Steelyard least worst time against its target',
      'Your own move a slider',
    ])
    expect(text).toContain('Analyse again to compare all options.')
  })

  it('plans nothing for those who may not', () => {
    const { buttons } = panel({
      result: { options: options() },
      user: userWith(['analyses:read']),
    })
    expect(buttons.filter((name) => name.startsWith('Plan'))).toEqual([])
  })

  it('says once that Domain-0’s weight is assumed', () => {
    const domain0 = { ...aResult().domain0, weightAssumed: true }
    expect(panel({ result: { domain0 } }).text.match(/default of 256 is assumed/g)).toHaveLength(1)
  })
})

describe('beyond weights', () => {
  const rows = (html: string) => rowsOf(html.slice(html.indexOf('What else could be changed')))

  it('lists the best of each kind, with what they do and the next step', () => {
    const levers = played(
      lever('weights'),
      lever('caps', { effect: 'harms' }),
      lever('caps', { variantId: 'caps-2' }),
      lever('as-it-is', { effect: 'now' }),
    )
    const { html, buttons, links } = panel({ levers })
    expect(rows(html).slice(1)).toEqual([
      ['Variant caps', 'vm1 59 of 80 ms', 'worse', 'Open in the lab'],
    ])
    expect(buttons).toContain('1 more variant of these kinds')
    // What makes things worse is not offered.
    expect(links['Open in the lab']).toContain('/lab?analysis=')
  })

  it('offers to plan caps that help', () => {
    expect(panel({ levers: played(lever('caps')) }).links['Plan caps']).toContain('/changes/new')
  })

  it('says that a domain leaves', () => {
    const [domain] = lever('migration').domains
    const gone = { ...domain!, thenMs: null, predictedThen: null, meetsTarget: null }
    const { html } = panel({ levers: played(lever('migration', { domains: [gone] })) })
    expect(rows(html)[1]?.[1]).toBe('vm1 leaves ms')
  })
})

describe('levers that were not compared yet', () => {
  it('are compared on request where the recording can be simulated', () => {
    expect(panel({ result: { twin } }).buttons).toContain('Try every lever')
    const reader = panel({ result: { twin }, user: userWith(['analyses:read']) })
    expect(reader.buttons).not.toContain('Try every lever')
  })

  it('cannot be compared without a simulation', () => {
    expect(panel().text).toContain(
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
      known: [refusal('askForecast', forecastOf(idOf(30), asAnalysed), 409)],
    },
  )
  expect(text).toContain('This analysis cannot answer what-if questions')
})
