import type { LabResult, LabVariant } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aLabDomain, aLabResult, around, aVariant } from '../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { LabResultView } from './lab-result.tsx'
import { VariantsTable } from './variants-table.tsx'

const view = (more: Partial<LabResult> = {}) => render(<LabResultView result={aLabResult(more)} />)
const table = (...variants: LabVariant[]) =>
  rowsOf(render(<VariantsTable variants={variants} domain="vm1" />).html)

describe('the table of variants', () => {
  it('compares each with the first, with intervals and units', () => {
    const change = (ms: number, half: number) =>
      aVariant(`by ${ms}`, { domains: [aLabDomain('vm1', { change: around(ms, half) })] })
    const [head, first, ...others] = table(
      aVariant('now'),
      change(-6, 1),
      change(5, 2),
      change(1, 3),
    )
    expect(head).toEqual(['Variant', 'Mean of vm1', 'Change', '95th percentile', 'pCPU'])
    expect(first).toEqual(['Variant now', '20.0 ms (19.0 to 21.0 ms)', '', '60.0 ms', '0.500'])
    expect(others.map((row) => row[2])).toEqual([
      'faster (−7.00 ms to −5.00 ms)',
      'slower (+3.00 ms to +7.00 ms)',
      'may be chance (−2.00 ms to +4.00 ms)',
    ])
  })

  it('shows all requests only where several domains have any', () => {
    const both = aVariant('now', {
      meanMs: 27.5,
      domains: [
        aLabDomain('vm1', { requestsPerSecond: 30 }),
        aLabDomain('vm2', { mean: around(50, 1), requestsPerSecond: 10 }),
      ],
    })
    expect(table(both)[0]).toContain('All requests')
    expect(table(both)[1]?.at(-1)).toBe('27.5 ms')
    expect(table(aVariant('now'))[0]).not.toContain('All requests')
  })

  it('shows how soon a domain runs where it sleeps, and its bandwidth where there is one', () => {
    const waking = aVariant('now', { domains: [aLabDomain('vm1', { wakeToRunMs: 1.5 })] })
    expect(table(waking)[0]).toContain('Wake to run')
    expect(table(waking)[1]).toContain('1.50 ms')
    expect(table(aVariant('now'))[0]).not.toContain('Wake to run')
    const stream = aVariant('now', { bandwidth: { domain: 'vm1', mbitPerSecond: 312.4 } })
    expect(table(stream)[1]).toContain('312 Mbit/s')
  })

  it('marks what no released Xen can do', () => {
    expect(table(aVariant('loan', { stockXen: false }))[1]?.[0]).toContain('not in stock Xen')
    expect(table(aVariant('now'))[1]?.[0]).not.toContain('not in stock Xen')
  })

  it('has dashes for a domain without requests', () => {
    const silent = aVariant('now', { domains: [aLabDomain('vm1', { mean: null, p95: null })] })
    expect(table(silent)[1]?.slice(1)).toEqual(['–', '', '–', '0.500'])
  })
})

describe('what a lab run showed', () => {
  it('states how much it rests on, and repeats its notes', () => {
    const { text } = view({ notes: ['The log had gaps.'] })
    expect(text).toContain('20 replications of 1 min each')
    expect(text).toContain('by chance. The log had gaps.')
  })

  it('shows who gets how much of the CPU, also to users who cannot see the bars', () => {
    const domains = [aLabDomain('vm1', { cpuShare: 0.5 }), aLabDomain('vm2', { cpuShare: 1.2 })]
    const { html, text } = view({ variants: [aVariant('now', { domains })] })
    expect(html).toContain('aria-label="Variant now, pCPUs in use: vm1 0.500, vm2 1.20"')
    expect(text).toContain('Of 2 pCPUs.')
    expect(text).toContain('fairness 0.980')
    expect(view().text).toContain('Of one pCPU.')
  })

  it('says in one sentence that every variant divides the CPU alike', () => {
    const of = (id: string, cpuShare: number) =>
      aVariant(id, { domains: [aLabDomain('vm1', { cpuShare })] })
    const alike = view({ variants: [of('now', 0.5), of('other', 0.505)] })
    expect(alike.text).toContain('Every variant alike fairness 0.980')
    expect(alike.html.match(/pCPUs in use/g)).toHaveLength(1)
    const apart = view({ variants: [of('now', 0.5), of('other', 0.6)] })
    expect(apart.text).not.toContain('divides the CPU alike')
    expect(apart.html.match(/pCPUs in use/g)).toHaveLength(2)
  })

  it('offers domains as buttons while they are few', () => {
    const among = (count: number) => {
      const domains = Array.from({ length: count }, (_, index) => aLabDomain(`vm${index + 1}`))
      return view({ variants: [aVariant('now', { domains })] }).html
    }
    expect(among(1)).not.toContain('Guest to show')
    expect(among(4)).not.toContain('<option>vm4')
    expect(among(5)).toContain('<option>vm5')
  })

  it('compares nothing where no domain was answered', () => {
    const silent = aVariant('now', {
      domains: [aLabDomain('vm1', { cdf: [], mean: null, p95: null })],
    })
    const { text } = view({ variants: [silent] })
    expect(text).toContain('What the simulation found')
    expect(text).not.toContain('Side by side')
  })

  it('shows other loans where they were tried', () => {
    const point = (repaymentShare: number, meanMs: number) => ({
      creditLine: 1000,
      repaymentShare,
      meanMs,
      mean: around(meanMs, 0.5),
      fairness: 0.9,
      pareto: meanMs === 10,
      tiedForSoonest: meanMs === 10,
    })
    const { html, text } = view({ sweep: { points: [point(0.2, 10), point(0.4, 14)] } })
    expect(rowsOf(html).slice(-2)).toEqual([
      ['Credit line', 'repays 20 %', 'repays 40 %'],
      ['1,000 credits', '10.0 ms ± 0.500 ms 0.900 · front', '14.0 ms ± 0.500 ms 0.900'],
    ])
    expect(text).toContain('One loan answers sooner than all others beyond chance.')
    expect(view().text).not.toContain('Other loans')
  })
})
