import { type AnalysisSummary, listAnalyses } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aSummary, idOf } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf, userWith } from '../../lib/testing/render.tsx'
import { AnalysisList } from './analysis-list.tsx'

const list = (analyses: AnalysisSummary[], user = userWith()) =>
  render(<AnalysisList />, { user, known: [firstPage(listAnalyses, {}, analyses)] })

it('shows the verdict of each analysis, or its progress', () => {
  const { html } = list([
    aSummary(),
    aSummary({ id: 'b', state: 'running', headline: null, verdict: null }),
    aSummary({ id: 'c', state: 'failed', headline: null, verdict: null }),
    aSummary({ id: 'd', state: 'cancelled', headline: null, verdict: null }),
  ])
  expect(
    rowsOf(html)
      .slice(1)
      .map(([verdict]) => verdict),
  ).toEqual(['Reweight', 'Running', 'Failed', 'Cancelled'])
  expect(rowsOf(html)[1]).toEqual([
    'Reweight',
    'Monday morning',
    'vm1 misses its target of 80 ms.',
    'xen-1',
    '2 hours ago',
  ])
})

it('does not repeat the host on the page of the host', () => {
  const { html } = render(<AnalysisList hostId={idOf(1)} showHost={false} />, {
    known: [firstPage(listAnalyses, { hostId: idOf(1) }, [aSummary()])],
  })
  expect(rowsOf(html)[0]).toEqual(['Verdict', 'Analysis', 'In one sentence', 'Started'])
})

it('explains how to begin to users who may upload', () => {
  expect(list([]).links).toEqual({ 'Upload traces and logs': '/recordings/new' })
  expect(list([], userWith(['analyses:read'])).links).toEqual({})
  expect(list([]).text).toContain('No analyses yet')
})

it('shows that it is loading, and what could not be loaded', () => {
  expect(render(<AnalysisList />).text).toBe('Loading the analyses')
  const { text } = render(<AnalysisList />, { known: [refusedPage(listAnalyses, {})] })
  expect(text).toContain('The analyses could not be loaded')
})
