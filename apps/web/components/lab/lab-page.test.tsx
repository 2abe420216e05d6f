import type { AnalysisSummary, LabRun } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, aLabResult, aLabRun, aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { LabPage } from './lab-page.tsx'

type Known = ReturnType<typeof answer>

const runsOf = (kind: 'boost' | 'pinning', runs: LabRun[]) =>
  answer('listRuns', { query: { kind, limit: 50 } }, { data: runs, meta: { nextCursor: null } })
const analyses = (...data: AnalysisSummary[]) =>
  answer('listAnalyses', { query: { limit: 100 } }, { data, meta: { nextCursor: null } })

const ofPaper = (runs: LabRun[], known: Known[] = [], user = userWith()) =>
  render(<LabPage />, {
    user,
    search: 'host=paper1',
    known: [analyses(aSummary()), runsOf('boost', runs), ...known],
  })

describe('the lab without a host', () => {
  it('asks for one and invents none', () => {
    const { html, text, buttons } = render(<LabPage />, {
      known: [analyses(aSummary()), runsOf('boost', [aLabRun()])],
    })
    expect(html).toMatch(/<option value="" disabled="" selected="">Choose a host/)
    expect(text).not.toContain('Credit line')
    expect(text).not.toContain('Nothing has been simulated')
    expect(text).not.toContain('All 1 lab runs')
    expect(buttons).toEqual(['Run side by side (off)'])
  })
})

describe('the question in the address', () => {
  it('fills the form and chooses the run', () => {
    const one = aLabRun({ id: idOf(80), state: 'cancelled' })
    const two = aLabRun({ id: idOf(81), result: aLabResult() })
    const { html, text } = render(<LabPage />, {
      search: `host=paper1&credit=500&repay=40&sweep=no&run=${idOf(81)}`,
      known: [analyses(), runsOf('boost', [one, two])],
    })
    expect(html).toContain('value="500"')
    expect(html).toContain('value="40"')
    expect(html).not.toMatch(/type="checkbox"[^>]* checked=""/)
    expect(text).toContain('What the simulation found')
  })
})

describe('the lab before its first run', () => {
  it('explains what a run would show, and offers one', () => {
    const { text, buttons } = ofPaper([])
    expect(text).toContain('Nothing has been run here yet Run the policies side by side')
    expect(text).not.toContain('All 0 lab runs')
    expect(buttons).toEqual(['Run side by side'])
  })

  it('explains pins where pins are compared', () => {
    const { text } = render(<LabPage />, {
      search: `analysis=${idOf(30)}&kind=pinning`,
      known: [analyses(aSummary()), runsOf('pinning', [])],
    })
    expect(text).toContain('Try ways to pin the vCPUs side by side')
  })

  it('compares only policies on the paper’s host', () => {
    const { text } = render(<LabPage />, {
      search: 'host=paper1&kind=pinning',
      known: [analyses(), runsOf('boost', [])],
    })
    expect(text).toContain('Run the policies side by side')
    expect(text).toContain('Credit line')
  })
})

describe('the state of loading', () => {
  it('is shown', () => {
    const { text } = render(<LabPage />, { search: 'host=paper1' })
    expect(text).toContain('Loading the lab runs')
    expect(text).not.toContain('Nothing has been simulated')
  })

  it('names what could not be loaded, and leaves the lab usable', () => {
    const { text, buttons } = render(<LabPage />, {
      search: 'host=paper1',
      known: [
        refusal('listAnalyses', { query: { limit: 100 } }),
        refusal('listRuns', { query: { kind: 'boost', limit: 50 } }),
      ],
    })
    expect(text).toContain('The analyses could not be loaded The API said no.')
    expect(text).toContain('Earlier lab runs could not be loaded The API said no.')
    expect(text).not.toContain('Nothing has been simulated')
    expect(buttons).toEqual(['Try again', 'Run side by side', 'Try again'])
  })
})

describe('the choice of the load', () => {
  it('offers analyses with a result', () => {
    const { html } = render(<LabPage />, {
      search: 'host=paper1',
      known: [
        analyses(aSummary(), aSummary({ id: idOf(31), name: 'Tuesday', state: 'failed' })),
        runsOf('boost', []),
      ],
    })
    expect(html).toContain('<optgroup label="xen-1">')
    expect(html).toContain('Monday morning')
    expect(html).not.toContain('Tuesday')
  })

  it('determines which runs are shown', () => {
    const own = aLabRun({
      id: idOf(81),
      analysisId: idOf(30),
      question: {
        kind: 'boost',
        host: { analysisId: idOf(30) },
        creditLine: 500,
        repaymentShare: 0.2,
        sweep: false,
      },
      state: 'cancelled',
    })
    expect(ofPaper([own]).text).toContain('Nothing has been run here yet')
    const { text } = render(<LabPage />, {
      search: `analysis=${idOf(30)}`,
      known: [analyses(aSummary()), runsOf('boost', [own, aLabRun()])],
    })
    expect(text).toContain('The lab run was stopped. Nothing was kept.')
    expect(text).not.toContain('lab runs')
  })

  it('adds the intensity map for a recorded host only', () => {
    expect(ofPaper([]).text).not.toContain('Who would a boost help?')
    const { text } = render(<LabPage />, {
      search: `analysis=${idOf(30)}`,
      known: [
        analyses(aSummary()),
        runsOf('boost', []),
        refusal('getIntensity', { params: { id: idOf(30) } }),
      ],
    })
    expect(text).toContain('Who would a boost help?')
    expect(text).toContain('The map could not be made')
  })
})

describe('a lab run', () => {
  it('shows its progress, and blocks further runs meanwhile', () => {
    const progress = {
      stage: 'Playing',
      done: 3,
      total: 20,
      unit: 'replications',
      message: null,
    } as const
    const running = aLabRun({ state: 'running', jobId: idOf(9) })
    const { text, buttons } = ofPaper(
      [running],
      [answer('getJob', { params: { id: idOf(9) } }, aJob({ progress }))],
    )
    expect(text).toContain('3 of 20 replications')
    expect(buttons).toEqual(['Run side by side (off)', 'Cancel'])
    expect(ofPaper([aLabRun({ state: 'queued', jobId: idOf(9) })]).text).toContain(
      'Loading the progress',
    )
  })

  it('shows its result', () => {
    const { text, buttons } = ofPaper([aLabRun({ result: aLabResult() })])
    expect(text).toContain('What the simulation found')
    expect(text).toContain('Variant other')
    expect(buttons).toContain('Run side by side')
  })

  it('reports why it failed and what to do', () => {
    const trouble = { code: 'no-requests', message: 'There are no requests.', fix: 'Add a log.' }
    expect(ofPaper([aLabRun({ state: 'failed', trouble })]).text).toContain(
      'Error: This could not be simulated There are no requests. What to do: Add a log.',
    )
  })

  it('reports that it was stopped, without alarm', () => {
    expect(ofPaper([aLabRun({ state: 'cancelled' })]).text).toContain(
      'Note: The lab run was stopped. Nothing was kept.',
    )
  })
})

describe('earlier runs', () => {
  const loan = (id: number, creditLine: number, more: Partial<LabRun> = {}) =>
    aLabRun({
      id: idOf(id),
      question: {
        kind: 'boost',
        host: { preset: 'paper1' },
        creditLine,
        repaymentShare: 0.2,
        sweep: id === 80,
      },
      ...more,
    })

  it('are listed once there is more than one', () => {
    const { html, text, buttons } = ofPaper([loan(80, 1000), loan(81, 500, { state: 'failed' })])
    expect(text).toContain('All 2 lab runs')
    expect(buttons.slice(1).map((name) => name.replace(/^.*?\d\d:\d\d UTC: /, ''))).toEqual([
      'loans of 1,000 credits, repaid with 20 % of the income, and other loans',
      'loans of 500 credits, repaid with 20 % of the income (failed)',
    ])
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1)
    expect(ofPaper([loan(80, 1000)]).text).not.toContain('lab runs')
  })
})
