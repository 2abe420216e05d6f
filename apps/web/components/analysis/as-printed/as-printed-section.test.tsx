import type { AsPrinted } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { render } from '../../../lib/testing/render.tsx'
import { AsPrintedSection } from './as-printed-section.tsx'

const reason = { code: 'x', text: 'vm1 takes 9.5 ms.', severity: 'critical' as const }
const asPrinted: AsPrinted = {
  domains: [
    {
      domain: 'vm1',
      target: { domain: 'vm1', responseTimeMs: 9, throughputPerSecond: null, isSoft: false },
      peakMs: 9.5,
      peakThroughputPerSecond: 45,
    },
    { domain: 'vm2', target: null, peakMs: 12, peakThroughputPerSecond: 45 },
  ],
  sums: { peakMs: 9.5, targetMs: 9 },
  printed: { verdict: 'migrate', overloaded: ['vm1'], reasons: [reason] },
  corrected: { verdict: 'ok', overloaded: [], reasons: [] },
  statement: 'They disagree.',
  totalDelay: {
    domains: [
      { domain: 'vm1', weight: 256, constantMs: -40, printedWeight: 486, correctedWeight: 307 },
      { domain: 'vm2', weight: 256, constantMs: 41, printedWeight: 26, correctedWeight: 205 },
    ],
    nowMs: 44.4,
    printedMs: 130,
    correctedMs: 41,
    statement: 'The line gives all to vm1.',
  },
}
const rowsOf = (html: string) => html.split('<tr').map((row) => row.replace(/<[^>]*>/g, ' '))

it('shows both readings of each equation side by side', () => {
  const { text, html } = render(<AsPrintedSection asPrinted={asPrinted} />)
  expect(text).toContain('They disagree.')
  expect(text).toContain('The line gives all to vm1.')
  const rows = rowsOf(html)
  expect(rows.find((row) => row.includes('vm1') && row.includes('9.50'))).toMatch(
    / overloaded .*not overloaded/,
  )
  expect(rows.find((row) => row.includes('Sum, eq (6)'))).toMatch(/Move a guest.*All is well/)
  expect(rows.find((row) => row.includes('486'))).toMatch(/256.*486.*307/)
  expect(rows.find((row) => row.includes('Sum of times'))).toMatch(/44\.4.*130.*41/)
})

it.each([
  ['without a target', { target: null }],
  ['without a measurement', { peakMs: null, peakThroughputPerSecond: null }],
  [
    'without a measurement of what was promised',
    {
      peakMs: null,
      target: { domain: 'vm1', responseTimeMs: 9, throughputPerSecond: null, isSoft: false },
    },
  ],
])('does not say of a domain %s that it is not overloaded', (_, more) => {
  const domains = [{ ...asPrinted.domains[0]!, ...more }]
  const printed = { ...asPrinted.printed, overloaded: [] }
  const { html } = render(<AsPrintedSection asPrinted={{ ...asPrinted, domains, printed }} />)
  expect(rowsOf(html).find((row) => row.includes('vm1') && row.includes('judged'))).toMatch(
    /not judged .*not judged/,
  )
  expect(html).not.toContain('not overloaded')
})

it('judges a domain by its throughput alone where nothing else was promised', () => {
  const target = { domain: 'vm2', responseTimeMs: null, throughputPerSecond: 40, isSoft: false }
  const domains = [{ ...asPrinted.domains[1]!, target, peakMs: null }]
  const { text } = render(<AsPrintedSection asPrinted={{ ...asPrinted, domains }} />)
  expect(text).toContain('not overloaded')
  expect(text).not.toContain('not judged')
})

it('says why there is nothing to show', () => {
  expect(render(<AsPrintedSection asPrinted={null} />).text).toContain(
    'Analyse the recording again',
  )
  const idle = { ...asPrinted, totalDelay: null }
  expect(render(<AsPrintedSection asPrinted={idle} />).text).toContain('No guest received requests')
  const notPosed = 'vm1 would need a weight of 88474, Xen takes 65535 at most.'
  expect(render(<AsPrintedSection asPrinted={{ ...idle, notPosed }} />).text).toContain(
    `Eq (7) has no weights here: ${notPosed}`,
  )
})
