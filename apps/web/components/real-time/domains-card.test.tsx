import { describe, expect, it } from 'vitest'
import { render } from '../../lib/testing/render.tsx'
import { type DomainRow, newRow } from './domain-rows.ts'
import { DomainsCard } from './domains-card.tsx'
import { realTimeRow } from './testing-rows.ts'

const card = (rows: DomainRow[], pCpus = '2', allowancePercent = '10') =>
  render(
    <DomainsCard
      rows={rows}
      draft={{ pCpus, allowancePercent, share: 'equal' }}
      onRows={() => {}}
      onDraft={() => {}}
    />,
  )

describe('the fields of a domain', () => {
  it('are period and CPU time for a real-time domain, otherwise its weight', () => {
    const { text } = card([newRow('rt1', true), newRow('vm1')])
    expect(text).toContain('Period of rt1 ms CPU time of rt1 ms vCPUs of rt1')
    expect(text).toContain('Weight of vm1 vCPUs of vm1')
    expect(text).not.toContain('Weight of rt1')
    expect(text).not.toContain('Period of vm1')
  })

  it.each([
    [{ isRealTime: true, periodMs: '0' }, 'from 1 to 10,000 ms'],
    [{ isRealTime: true, periodMs: 'ten' }, 'from 1 to 10,000 ms'],
    [{ isRealTime: true, executionMs: '0' }, 'from 0.1 ms'],
    [{ isRealTime: true, periodMs: '50' }, 'no longer than the period'],
    [{ weight: '65536' }, 'from 1 to 65,535'],
    [{ weight: '1.5' }, 'from 1 to 65,535'],
    [{ vCpus: '129' }, 'from 1 to 128'],
  ])('report for %j: %s', (more, fault) => {
    const { html } = card([{ ...realTimeRow('vm1'), isRealTime: false, ...more }])
    expect(html).toMatch(new RegExp(`role="alert"[^>]*>${fault}<`))
    expect(html).toContain('aria-invalid="true"')
  })

  it('report no error for valid values', () => {
    expect(card([newRow('rt1', true), newRow('vm1')]).html).not.toContain('role="alert"')
  })
})

describe('the number of pCPUs', () => {
  it.each(['', '0', '2.5', '129', 'two'])('is refused as "%s"', (pCpus) => {
    expect(card([], pCpus).html).toMatch(/role="alert"[^>]*>from 1 to 128</)
  })

  it('is from 1 to 128', () => {
    expect(card([], '1').html).not.toContain('role="alert"')
    expect(card([], '128').html).not.toContain('role="alert"')
  })
})

it('explains the scheduling margin, and refuses one that is no percentage', () => {
  expect(card([]).text).toContain(
    'Added to each CPU time. Enter 0 if it was measured beside the other guests.',
  )
  expect(card([], '2', '101').html).toMatch(/role="alert"[^>]*>from 0 to 100 %</)
})
