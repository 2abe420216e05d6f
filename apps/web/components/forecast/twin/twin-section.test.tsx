import {
  type FilledQuestion,
  getJob,
  listRuns,
  type TwinRun,
  type TwinRunDomain,
  type TwinRunResult,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, around, idOf, twoHoursAgo } from '../../../lib/testing/fixtures.ts'
import { answer, refusal, render, rowsOf, userWith } from '../../../lib/testing/render.tsx'
import { TwinRunTable } from './twin-run-table.tsx'
import { TwinSection } from './twin-section.tsx'

const now: FilledQuestion = {
  domains: [{ domain: 'vm1', weight: 256, cap: 0, loadFactor: 1 }],
  domain0Weight: 256,
  tsliceMs: 30,
  ratelimitUs: 1000,
  loadFactor: 1,
  overheadPercent: 0,
}
const more = (weight: number): FilledQuestion => ({
  ...now,
  domains: [{ domain: 'vm1', weight, cap: 0, loadFactor: 1 }],
})
const twinDomain = (domain: string, rest: Partial<TwinRunDomain> = {}): TwinRunDomain => ({
  domain,
  mean: around(50, 2),
  p95: around(100, 5),
  p99: around(150, 9),
  logged: { mean: null, p95: null },
  cpuShare: 0.4,
  runnableWaitPerRequestMs: 2,
  measuredMeanMs: 54,
  measuredP95Ms: 120,
  measuredBy: 'client',
  cdf: [
    { ms: 1, fraction: 0 },
    { ms: 200, fraction: 1 },
  ],
  ...rest,
})
type Change = TwinRunResult['changes'][number]
const predicted = (rest: Partial<Change> = {}) => ({
  predictedNow: around(120, 20),
  predictedThen: around(60, 10),
  targetMs: 80,
  meetsTarget: true,
  ...rest,
})
const result = (rest: Partial<TwinRunResult> = {}): TwinRunResult => ({
  now: [twinDomain('vm1')],
  asked: [twinDomain('vm1', { mean: around(25, 1), p95: around(50, 3), cpuShare: 0.4 })],
  changes: [{ domain: 'vm1', mean: around(-25, 2), p95: around(-50, 6), ...predicted() }],
  statement: 'vm1 gains.',
  arrivals: 'recorded',
  replications: 10,
  simulatedSeconds: 300,
  notes: [],
  ...rest,
})
const run = (rest: Partial<TwinRun> = {}): TwinRun => ({
  id: idOf(80),
  kind: 'what-if',
  analysisId: idOf(30),
  state: 'succeeded',
  jobId: null,
  createdAt: twoHoursAgo,
  finishedAt: twoHoursAgo,
  trouble: null,
  question: more(512),
  result: null,
  ...rest,
})

const call = { query: { kind: 'what-if', analysisId: idOf(30), limit: 20 } } as const
type Known = ReturnType<typeof answer>
function section(runs: TwinRun[], { wanted = now, user = userWith(), known = [] as Known[] } = {}) {
  return render(<TwinSection analysisId={idOf(30)} wanted={wanted} now={now} onShow={() => {}} />, {
    user,
    known: [answer(listRuns, call, { data: runs, meta: { nextCursor: null } }), ...known],
  })
}

describe('the question to the twin', () => {
  it('simulates the host as it is until a slider has moved', () => {
    expect(section([]).buttons).toEqual(['Simulate it as it is'])
    expect(section([], { wanted: more(512) }).buttons).toEqual(['Confirm with the twin'])
  })

  it('is limited to users with the permission', () => {
    expect(section([], { user: userWith(['analyses:read']) }).buttons).toEqual([])
  })

  it('shows the progress of a run, and cannot be asked again meanwhile', () => {
    const running = run({ state: 'running', jobId: idOf(9) })
    const progress = {
      stage: 'Playing',
      done: 5,
      total: 10,
      unit: 'replications',
      message: null,
    } as const
    const { text, buttons } = section([running], {
      known: [answer(getJob, { params: { id: idOf(9) } }, aJob({ progress }))],
    })
    expect(buttons[0]).toBe('Simulate it as it is (off)')
    expect(text).toContain('5 of 10 replications')
    expect(section([running]).text).toContain('Loading the progress')
  })

  it('can be asked even if earlier runs could not be loaded', () => {
    const { text, buttons } = render(
      <TwinSection analysisId={idOf(30)} wanted={now} now={now} onShow={() => {}} />,
      { known: [refusal(listRuns, call)] },
    )
    expect(text).toContain('Earlier questions to the twin could not be loaded')
    expect(buttons).toEqual(['Simulate it as it is', 'Try again'])
  })
})

describe('the answer of the twin', () => {
  it('repeats its question, and can move the sliders there', () => {
    const { text, buttons } = section([run({ result: result() })])
    expect(text).toContain('Asked: vm1 weight 256 → 512')
    expect(text).toContain('vm1 gains.')
    expect(buttons).toContain('Move the sliders there')
    expect(section([run()], { wanted: more(512) }).buttons).not.toContain('Move the sliders there')
  })

  it('states the replications, the simulated time and its notes', () => {
    const { text } = section([run({ result: result({ notes: ['vm2 was idle.'] }) })])
    expect(text).toContain('10 replications of 5 min with recorded arrivals')
    expect(text).toContain('under the same arrivals. vm2 was idle.')
  })

  it('reports that it was stopped, or why it failed', () => {
    expect(section([run({ state: 'cancelled' })]).text).toContain(
      'Note: The twin was stopped. Nothing was kept.',
    )
    const trouble = { code: 'too-busy', message: 'Requests pile up.', fix: 'Ask for less load.' }
    expect(section([run({ state: 'failed', trouble })]).text).toContain(
      'Error: The twin could not answer Requests pile up. What to do: Ask for less load.',
    )
  })

  it('lists all runs, so that each can be shown again', () => {
    const { text, buttons, html } = section([
      run(),
      run({ id: idOf(81), question: now, state: 'failed' }),
    ])
    expect(text).toContain('All 2 questions to the twin')
    expect(buttons.slice(-2)).toEqual([
      'vm1 weight 256 → 512',
      'as analysed, nothing changed (failed)',
    ])
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1)
    expect(section([run()]).text).not.toContain('questions to the twin')
  })

  it('draws one domain at a time, with buttons for a few and a list for many', () => {
    const among = (count: number) => {
      const domains = Array.from({ length: count }, (_, index) => twinDomain(`vm${index + 1}`))
      return section([run({ result: result({ now: domains, asked: domains, changes: [] }) })])
    }
    expect(among(1).text).toContain('Share of requests answered within a time, vm1')
    expect(among(5).html).not.toContain('<option>vm5</option>')
    expect(among(6).html).toContain('<option>vm6</option>')
  })

  it('draws no chart where no request was answered', () => {
    const silent = [twinDomain('vm1', { cdf: [], mean: null, p95: null, p99: null })]
    const { text } = section([run({ result: result({ now: silent, asked: silent, changes: [] }) })])
    expect(text).not.toContain('Share of requests')
  })
})

describe('the table of the twin', () => {
  const table = (rest: Partial<TwinRunResult> = {}) =>
    rowsOf(render(<TwinRunTable result={result(rest)} />).html)
  const against = (rest: Partial<Change>) =>
    table({ changes: [{ domain: 'vm1', mean: null, p95: null, ...predicted(rest) }] })[1]?.[2]

  it('compares both hosts, with confidence intervals', () => {
    expect(table()).toEqual([
      [
        'Domain',
        'Mean, change',
        'Against target',
        '95th percentile',
        '99th percentile',
        'CPU, wait per request',
      ],
      [
        'vm1 gains',
        'before 50.0 ms after 25.0 ms (24.0 to 26.0 ms) −27.0 ms to −23.0 ms',
        'before 120 ms after 60 ms (50 to 70) within 80 ms',
        'before 100 ms after 50.0 ms (47.0 to 53.0 ms)',
        '150 ms (141 to 159 ms)',
        '40.0 % 2.00 ms',
      ],
    ])
  })

  it('compares the prediction with the target', () => {
    expect(against({ predictedThen: around(180, 10), meetsTarget: false })).toBe(
      'before 120 ms after 180 ms (170 to 190) over 80 ms',
    )
  })

  it('makes no judgement without a prediction or a target', () => {
    expect(against({ predictedThen: null, meetsTarget: null })).toBe(
      'before 120 ms after – of 80 ms',
    )
    expect(against({ predictedNow: null })).toBe('before – after 60 ms (50 to 70) within 80 ms')
    expect(table({ changes: [] })[1]?.[2]).toBe('')
    expect(against({ targetMs: null, meetsTarget: null })).toBe(
      'before 120 ms after 60 ms (50 to 70) no target',
    )
  })

  it('says whether a domain gains, pays, or may have changed by chance', () => {
    const unclear = [{ domain: 'vm1', mean: around(-1, 2), p95: null, ...predicted() }]
    expect(table({ changes: unclear })[1]?.[0]).toBe('vm1 may be chance')
    const worse = [{ domain: 'vm1', mean: around(5, 2), p95: null, ...predicted() }]
    expect(table({ changes: worse })[1]?.[0]).toBe('vm1 pays')
    expect(table({ changes: [] })[1]?.[0]).toBe('vm1')
  })

  it('shows dashes for a domain without answered requests', () => {
    const silent = [
      twinDomain('vm1', {
        mean: null,
        p95: null,
        p99: null,
        runnableWaitPerRequestMs: null,
        cpuShare: 0,
      }),
    ]
    expect(table({ now: silent, asked: silent, changes: [] })[1]).toEqual([
      'vm1',
      '–',
      '',
      '–',
      '–',
      '0 % –',
    ])
  })
})
