import type { AnalysisResult } from '@steelyard/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PhaseTable } from './phase-table.tsx'

function cellsOf(notValid: string[]): { cells: string[]; footnote: boolean } {
  const result = {
    estimators: [{ id: 'delay-aware' }, { id: 'sandpiper' }],
    phases: [
      {
        label: 'Phase 1',
        from: '2026-11-20T10:00:00Z',
        to: '2026-11-20T10:00:30Z',
        domains: [
          {
            domain: 'vm1',
            weight: 256,
            arrivalRatePerSecond: 45,
            measured: { meanMs: 10, p95Ms: 30 },
            estimatesMs: { 'delay-aware': 20, sandpiper: null },
            notValid,
          },
        ],
      },
    ],
  } as unknown as AnalysisResult
  const html = renderToStaticMarkup(<PhaseTable result={result} />)
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) =>
    match[1]!.replaceAll(/<[^>]*>/g, ''),
  )
  return { cells: cells.slice(-2), footnote: html.includes('† Not valid') }
}

it('marks figures that are not valid, for the eye and for the ear, and says what the mark means', () => {
  expect(cellsOf(['delay-aware', 'sandpiper'])).toEqual({
    cells: ['20.0 ms† (not valid)+100 %', 'no finite answer'],
    footnote: true,
  })
})

it('has nothing to explain where figures are only missing', () => {
  expect(cellsOf(['sandpiper'])).toEqual({
    cells: ['20.0 ms+100 %', 'no finite answer'],
    footnote: false,
  })
})
