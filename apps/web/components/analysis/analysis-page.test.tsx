import { type Analysis, getAnalysis, getJob } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aJob, anAnalysis, aResult, idOf } from '../../lib/testing/fixtures.ts'
import { answer, refusal, render, userWith } from '../../lib/testing/render.tsx'
import { AnalysisPage } from './analysis-page.tsx'

const call = { params: { id: idOf(30) } }
const page = (more: Partial<Analysis>, user = userWith()) =>
  render(<AnalysisPage id={idOf(30)} />, {
    user,
    known: [
      answer(getAnalysis, call, anAnalysis(more)),
      answer(getJob, { params: { id: idOf(9) } }, aJob()),
    ],
  })

describe('before there is an analysis', () => {
  it('shows that it is loading, that there is no such analysis, or what went wrong', () => {
    expect(render(<AnalysisPage id={idOf(30)} />).text).toContain('Loading the analysis')
    const none = render(<AnalysisPage id={idOf(30)} />, {
      known: [refusal(getAnalysis, call, 404)],
    })
    expect(none.text).toContain('There is no such analysis')
    expect(none.links).toEqual({ 'All analyses': '/analyses' })
    const failed = render(<AnalysisPage id={idOf(30)} />, { known: [refusal(getAnalysis, call)] })
    expect(failed.text).toContain('The API said no.')
    expect(failed.buttons).toEqual(['Try again'])
  })
})

describe('an analysis without a result', () => {
  it('shows its progress while it runs, and can be stopped', () => {
    const { text, buttons } = page({ state: 'running', jobId: idOf(9) })
    expect(text).toContain('You can leave this page; the analysis continues')
    expect(text).toContain('Starting')
    expect(buttons).toEqual(['Delete', 'Cancel'])
  })

  it('reports why it failed and what to do about it', () => {
    const trouble = { code: 'no-logs', message: 'No requests were logged.', fix: 'Add a log.' }
    const { text, links } = page({ state: 'failed', trouble })
    expect(text).toContain(
      'The analysis failed. No partial results were kept. No requests were logged.',
    )
    expect(text).toContain('What to do: Add a log.')
    expect(links['Check the upload and run it again']).toBe(`/uploads/new?upload=${idOf(20)}`)
  })

  it('reports that no reason for the failure was recorded', () => {
    expect(page({ state: 'failed' }).text).toContain('No reason was recorded.')
  })

  it('links to an upload that still exists, for users who may upload', () => {
    expect(page({ state: 'cancelled' }).links['Back to the upload']).toContain(idOf(20))
    expect(page({ state: 'cancelled', uploads: [] }).links['Back to the upload']).toBe(
      '/uploads/new',
    )
    const reader = page({ state: 'cancelled' }, userWith(['analyses:read']))
    expect(reader.text).toContain('The analysis was cancelled')
    expect(reader.links['Back to the upload']).toBeUndefined()
    expect(reader.buttons).toEqual([])
  })
})

describe('an analysis with a result', () => {
  const { text } = page({ result: aResult() })

  it('names its host, uploads, recorded time and judged range', () => {
    expect(text).toMatch(/Host xen-1 · from Monday · recorded 20 Nov 2026, \d\d:\d\d for 5 min/)
    expect(text).toContain('Judged: since the last change of weights')
  })

  it('puts the verdict first, then how far to trust it, alternatives and the evidence', () => {
    const order = [
      'Recommended weights',
      'How far to trust it',
      'What if',
      'Response time over time',
      'Phase by phase',
      'Load and waiting',
      'Data quality',
    ]
    const places = order.map((title) => text.indexOf(title))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('omits the objectives where none were searched for', () => {
    expect(text).not.toContain('What each objective would choose')
  })
})
