import type { AnalysisResult, EstimatorId } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { aDomainResult, aResult } from '../../../lib/testing/fixtures.ts'
import { render } from '../../../lib/testing/render.tsx'
import { PhaseTable } from './phase-table.tsx'

const estimator = (id: EstimatorId): AnalysisResult['estimators'][number] => ({
  id,
  title: id,
  source: '',
  assumptions: [],
  errata: [],
})

function cellsOf(notValid: EstimatorId[]): { cells: string[]; footnote: boolean } {
  const measured = aDomainResult('vm1').measured
  const result = aResult({
    domains: [aDomainResult('vm1')],
    estimators: [estimator('delay-aware'), estimator('sandpiper')],
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
            measured: measured && { ...measured, meanMs: 10, p95Ms: 30 },
            estimatesMs: { 'delay-aware': 20, sandpiper: null },
            notValid,
          },
        ],
      },
    ],
  })
  const { html } = render(<PhaseTable result={result} />)
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) =>
    (match[1] ?? '').replaceAll(/<[^>]*>/g, ''),
  )
  return { cells: cells.slice(-2), footnote: html.includes('† Not valid') }
}

it('marks invalid figures, for screen readers too, and explains the mark', () => {
  expect(cellsOf(['delay-aware', 'sandpiper'])).toEqual({
    cells: ['no finite answer', '20† (not valid)+100 %'],
    footnote: true,
  })
})

it('explains nothing where figures are only missing', () => {
  expect(cellsOf(['sandpiper'])).toEqual({
    cells: ['no finite answer', '20+100 %'],
    footnote: false,
  })
})

it('shows the predictor and SandPiper before all other estimates', () => {
  const estimators = (['sdps', 'delay-aware', 'sandpiper', 'twin'] as const).map(estimator)
  const predictor = { ...aResult().predictor, estimator: 'twin' as const }
  const { html } = render(
    <PhaseTable result={aResult({ estimators, predictor, domains: [aDomainResult('vm1')] })} />,
  )
  const heads = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, head]) =>
    (head ?? '').replaceAll(/<[^>]*>/g, ''),
  )
  expect(heads.slice(3)).toEqual([
    'Simulation',
    'SandPiper',
    'Queueing formula',
    'Delay-aware, as published',
  ])
})
