import type { Series } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aDomainResult, aResult } from '../../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../../lib/testing/render.tsx'
import { chartRows } from '../../charts/chart-rows.ts'
import { valueScale } from '../../charts/value-scale.ts'
import { DomainChart } from './domain-chart.tsx'
import { EvidenceCard } from './evidence-card.tsx'

const point: Series['domains'][number]['points'][number] = {
  at: '2026-11-20T10:00:00Z',
  measuredMs: 54,
  measuredP95Ms: null,
  arrivalRatePerSecond: 45,
  utilisation: 0.3,
  estimatesMs: { sdps: 50, 'delay-aware': 400 },
  notValid: ['delay-aware'],
  saturated: [],
  breakdown: null,
}
const series = (domains: string[], more: Partial<Series> = {}): Series => ({
  windowSeconds: 10,
  thinned: false,
  domains: domains.map((domain) => ({ domain, points: [point] })),
  ...more,
})
const card = (domains: string[], more: Partial<Series> = {}) =>
  render(
    <EvidenceCard
      result={aResult({ domains: domains.map((domain) => aDomainResult(domain)) })}
      series={series(domains, more)}
    />,
  )
const choicesOf = (html: string) =>
  [...html.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, name]) => name)

describe('the evidence', () => {
  it('states how long its windows are, and whether some are left out', () => {
    expect(card(['vm1']).text).toContain('Means over windows of 10 s.')
    expect(card(['vm1']).text).not.toContain('left out of the chart')
    expect(card(['vm1'], { thinned: true }).text).toContain(
      'left out of the chart; the highest values are kept',
    )
  })

  it('shows all domains together while they are few', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `vm${index + 1}`)
    expect(choicesOf(card(names(1)).html)).toEqual([])
    expect(choicesOf(card(names(2)).html)).toEqual(['All guests', 'vm1', 'vm2'])
    expect(choicesOf(card(names(5)).html)).toEqual(names(5))
  })

  it('offers only the lines that exist', () => {
    const { buttons } = card(['vm1'])
    expect(buttons).toEqual(
      expect.arrayContaining(['Measured', 'Queueing formula', 'Delay-aware, as published']),
    )
    expect(buttons).not.toContain('Simulation')
  })
})

describe('the windows of a domain as a table', () => {
  const table = (view: 'table' | 'chart') =>
    render(
      <DomainChart
        domain={aDomainResult('vm1')}
        statistic="p95"
        grade="enough"
        rows={chartRows([point])}
        windowSeconds={10}
        view={view}
        scale="linear"
        shown={['measured', 'sdps', 'delay-aware', 'twin']}
        bands={[]}
        changes={[]}
        height={200}
      />,
    )

  it('have units, marks on values that are not valid, and dashes for missing ones', () => {
    const { html, text } = table('table')
    expect(text).toContain('vm1 mean 54.0 ms, 95th percentile 120 ms target 80 ms misses')
    expect(rowsOf(html)[1]?.slice(1)).toEqual([
      '–',
      '45.0/s',
      '54.0 ms',
      '50.0 ms',
      '400 ms † (not valid)',
      '–',
    ])
  })

  it('state in words what a linear chart cannot show', () => {
    expect(valueScale('linear', [54, 50, 400], [54, 80]).top).toBeLessThan(400)
    expect(table('chart').text).toContain('Delay-aware, as published')
    expect(table('table').text).not.toContain('beyond')
  })
})
