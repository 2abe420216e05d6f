import {
  type FilledQuestion,
  getJob,
  listRuns,
  type TwinRun,
  type TwinRunDomain,
  type TwinRunResult,
} from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomainResult, aJob, around, idOf, twoHoursAgo } from '../../../lib/testing/fixtures.ts'
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
  cpuShare: 0.4,
  runnableWaitPerRequestMs: 2,
  measuredMeanMs: 54,
  measuredP95Ms: 120,
  cdf: [
    { ms: 1, fraction: 0 },
    { ms: 200, fraction: 1 },
  ],
  ...rest,
})
const result = (rest: Partial<TwinRunResult> = {}): TwinRunResult => ({
  now: [twinDomain('vm1')],
  asked: [twinDomain('vm1', { mean: around(25, 1), p95: around(50, 3), cpuShare: 0.4 })],
  changes: [{ domain: 'vm1', mean: around(-25, 2), p95: around(-50, 6) }],
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
  return render(
    <TwinSection
      analysisId={idOf(30)}
      wanted={wanted}
      now={now}
      domains={[aDomainResult('vm1')]}
      statistic="p95"
      onShow={() => {}}
    />,
    { user, known: [answer(listRuns, call, { data: runs, meta: { nextCursor: null } }), ...known] },
  )
}

describe('asking the twin', () => {
  it('is a confirmation once a slider has moved, and a rehearsal before', () => {
    expect(section([]).buttons).toEqual(['Simulate it as it is'])
    expect(section([], { wanted: more(512) }).buttons).toEqual(['Confirm with the twin'])
  })

  it('is for those who may', () => {
    expect(section([], { user: userWith(['analyses:read']) }).buttons).toEqual([])
  })

  it('waits for the answer that is on its way', () => {
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

  it('says what could not be loaded, and can be asked all the same', () => {
    const { text, buttons } = render(
      <TwinSection
        analysisId={idOf(30)}
        wanted={now}
        now={now}
        domains={[]}
        statistic="p95"
        onShow={() => {}}
      />,
      { known: [refusal(listRuns, call)] },
    )
    expect(text).toContain('Earlier questions to the twin could not be loaded')
    expect(buttons).toEqual(['Simulate it as it is', 'Try again'])
  })
})

describe('an answer of the twin', () => {
  it('stands under its question, which the sliders can be moved to', () => {
    const { text, buttons } = section([run({ result: result() })])
    expect(text).toContain('Asked: vm1 weight 256 → 512')
    expect(text).toContain('vm1 gains.')
    expect(buttons).toContain('Move the sliders there')
    expect(section([run()], { wanted: more(512) }).buttons).not.toContain('Move the sliders there')
  })

  it('says on how much it rests, and what it had to assume', () => {
    const { text } = section([run({ result: result({ notes: ['vm2 was idle.'] }) })])
    expect(text).toContain('10 replications of 5 min with recorded arrivals')
    expect(text).toContain('under the same arrivals. vm2 was idle.')
  })

  it('that was stopped or failed says so', () => {
    expect(section([run({ state: 'cancelled' })]).text).toContain(
      'Note: The twin was stopped. Nothing was kept.',
    )
    const trouble = { code: 'too-busy', message: 'Requests pile up.', fix: 'Ask for less load.' }
    expect(section([run({ state: 'failed', trouble })]).text).toContain(
      'Error: The twin could not answer Requests pile up. What to do: Ask for less load.',
    )
  })

  it('is one of several, of which each can be looked at again', () => {
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

  it('draws one domain at a time, chosen by buttons while they are few', () => {
    const among = (count: number) => {
      const domains = Array.from({ length: count }, (_, index) => twinDomain(`vm${index + 1}`))
      return section([run({ result: result({ now: domains, asked: domains, changes: [] }) })])
    }
    expect(among(1).text).toContain('Share of requests answered within a time, vm1')
    expect(among(5).html).not.toContain('<option>vm5</option>')
    expect(among(6).html).toContain('<option>vm6</option>')
  })

  it('draws nothing where nobody was answered', () => {
    const silent = [twinDomain('vm1', { cdf: [], mean: null, p95: null, p99: null })]
    const { text } = section([run({ result: result({ now: silent, asked: silent, changes: [] }) })])
    expect(text).not.toContain('Share of requests')
    expect(text).toContain('No domain gains or pays beyond chance.')
  })
})

describe('the table of the twin', () => {
  const table = (rest: Partial<TwinRunResult> = {}, known = [aDomainResult('vm1')]) =>
    rowsOf(render(<TwinRunTable result={result(rest)} domains={known} statistic="p95" />).html)

  it('compares as asked with as it is, each with its interval', () => {
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
        'before 120 ms after 60.0 ms within 80 ms',
        'before 100 ms after 50.0 ms (47.0 to 53.0 ms)',
        '150 ms (141 to 159 ms)',
        '40.0 % 2.00 ms',
      ],
    ])
  })

  it('moves what was measured by the ratio of the twin, and compares that with the target', () => {
    const slower = [twinDomain('vm1', { p95: around(150, 5) })]
    expect(table({ asked: slower })[1]?.[2]).toBe('before 120 ms after 180 ms over 80 ms')
  })

  it('judges nothing where the twin or the recording has no such value', () => {
    const silent = [twinDomain('vm1', { p95: null })]
    expect(table({ asked: silent })[1]?.[2]).toBe('before 120 ms after – of 80 ms')
    const unmeasured = [aDomainResult('vm1', { peakResponseTimeMs: null })]
    expect(table({}, unmeasured)[1]?.[2]).toBe('')
    const free = [aDomainResult('vm1', { target: null })]
    expect(table({}, free)[1]?.[2]).toBe('before 120 ms after 60.0 ms no target')
  })

  it('calls chance by its name', () => {
    const unclear = [{ domain: 'vm1', mean: around(-1, 2), p95: null }]
    expect(table({ changes: unclear })[1]?.[0]).toBe('vm1 may be chance')
    const worse = [{ domain: 'vm1', mean: around(5, 2), p95: null }]
    expect(table({ changes: worse })[1]?.[0]).toBe('vm1 pays')
    expect(table({ changes: [] })[1]?.[0]).toBe('vm1')
  })

  it('has dashes for a domain that answered nobody', () => {
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
      'before 120 ms after – of 80 ms',
      '–',
      '–',
      '0 % –',
    ])
  })
})
