import type { LabVariant } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aLabDomain, aLabResult, aLabRun, aVariant } from '../../lib/testing/fixtures.ts'
import { render, rowsOf } from '../../lib/testing/render.tsx'
import { MissesView } from './misses-view.tsx'

const run = aLabRun({
  kind: 'real-time',
  question: {
    kind: 'real-time',
    unitMs: 60,
    pCpus: 2,
    allowancePercent: 10,
    realTime: [],
    others: [],
    share: 'equal',
  },
})

const variant = (id: string, missed: number[], cpuShare: number, more: Partial<LabVariant> = {}) =>
  aVariant(id, {
    domains: [
      ...missed.map((each, index) =>
        aLabDomain(`rt${index + 1}`, { deadlines: { jobs: 100, missed: each } }),
      ),
      aLabDomain('vm1', { cpuShare }),
    ],
    ...more,
  })
const view = (variants: LabVariant[], notes: string[] = []) =>
  render(<MissesView run={run} result={aLabResult({ variants, notes })} />)

describe('the misses of each policy', () => {
  it('are shown in total and by domain, with the work of the others', () => {
    const { html } = view([
      variant('credit', [30, 10], 0.6),
      variant('caps', [0, 0], 0.3, { stockXen: false }),
    ])
    expect(rowsOf(html)).toEqual([
      ['Policy', 'Deadlines missed', 'Work of the others'],
      ['Variant credit What credit means.', '20.0 % rt1 30.0 %, rt2 10.0 %', '10.0 units/s'],
      ['Variant caps not in stock Xen What caps means.', '0 % rt1 0 %, rt2 0 %', '5.00 units/s'],
    ])
  })

  it('omit a domain without jobs, and allow a host without others', () => {
    const idle = aVariant('now', {
      domains: [aLabDomain('rt1', { deadlines: { jobs: 0, missed: 0 } })],
    })
    const { html, text } = view([idle])
    expect(rowsOf(html)[1]?.slice(1)).toEqual(['0 %', '0 units/s'])
    expect(text).toContain('No deadlines were simulated.')
    expect(html).not.toContain('NaN')
  })

  it('state the unit, the replications and the notes', () => {
    expect(view([variant('credit', [0], 1)], ['vm1 never rested.']).text).toContain(
      'A unit is 60 ms of CPU time. 20 replications of 1 min each, with the same seeds. vm1 never rested.',
    )
  })
})
