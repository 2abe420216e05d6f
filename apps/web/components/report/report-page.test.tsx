import { expect, it } from 'vitest'
import { aHost, anAnalysis, aResult, aSummary } from '../../lib/testing/fixtures.ts'
import { answer, render, rowsOf } from '../../lib/testing/render.tsx'
import { HostFrameContext } from '../host/frame/use-host-frame.ts'
import { ReportPage } from './report-page.tsx'
import { Provenance } from './report-settings.tsx'

it('holds the verdict, the domains, the predictor, the settings and where it comes from', () => {
  const besideSandpiper = {
    statement: 'SandPiper would give vm1 512.',
    objective: null,
    options: [],
  }
  const missingCapacity = {
    statement: 'It would take 37 % less load.',
    loadShare: 0.63,
    sparedPCpus: 0.3,
    speed: null,
  }
  const result = aResult({ besideSandpiper, missingCapacity })
  const recording = anAnalysis({ result, notes: 'before the move' })
  const { text, html, buttons } = render(
    <HostFrameContext value={{ host: aHost(), recordings: [aSummary()], recording }}>
      <ReportPage />
    </HostFrameContext>,
    {
      known: [
        answer(
          'getAnalysisSeries',
          { params: { id: recording.id }, query: { maxPoints: 600 } },
          { windowSeconds: 10, thinned: false, domains: [] },
        ),
        answer(
          'listRuns',
          { query: { kind: 'levers', analysisId: recording.id, limit: 1 } },
          { data: [], meta: { nextCursor: null } },
        ),
      ],
    },
  )
  expect(buttons[0]).toBe('Print')
  expect(text).toContain(`xen-1 · ${recording.name}`)
  expect(text).toContain(recording.result!.headline)
  expect(text).toContain('Times are the 95th percentile of requests.')
  expect(text).toContain('Evidence Enough evidence All inputs are present.')
  expect(text).toContain(missingCapacity.statement)
  expect(text).toContain(besideSandpiper.statement)
  expect(text).toContain('which is off by 15 % on this recording')
  expect(text).toContain('Settings Window')
  expect(text).toContain(`Recording ${recording.id} Notes before the move`)
  expect(rowsOf(html)[0]?.slice(0, 3)).toEqual(['Guest', 'Weight', 'Share'])
})

it('names the files that it comes from, or the range of the watch', () => {
  const from = (more: Parameters<typeof anAnalysis>[0]) =>
    render(<Provenance analysis={anAnalysis(more)} result={aResult()} />).text
  expect(from({})).toContain('Files Monday')
  expect(from({ uploads: [] })).toContain('Files deleted since')
  const watched = { from: '2026-11-20T10:00:00Z', to: '2026-11-20T11:00:00Z' }
  expect(from({ uploads: [], watched })).toMatch(/Watched 20 Nov 2026, .* to 20 Nov 2026, /)
})
