import { describe, expect, it } from 'vitest'
import AuditPage from '../../app/(signed-in)/settings/audit/page.tsx'
import { firstPage, render, userWith } from '../../lib/testing/render.tsx'
import { AuditFilters } from './audit-filters.tsx'

describe('the page of the audit trail', () => {
  it('is limited to users with the permission', async () => {
    const { text, buttons } = render(await AuditPage(), {
      known: [firstPage('listAuditEvents', { limit: 20 }, [])],
    })
    expect(buttons).toEqual(['Check the trail', 'Filter'])
    expect(text).toContain('Nothing has happened yet')
    const reader = render(await AuditPage(), { user: userWith(['hosts:read']) })
    expect(reader.text).toContain('does not include reading the audit trail')
    expect(reader.buttons).toEqual([])
  })

  it('claims nothing about the chain before a check', async () => {
    expect(render(await AuditPage()).text).not.toMatch(/intact|tampered|Newest hash/)
  })
})

describe('the filter', () => {
  it('shows the chosen action and target', () => {
    const { html } = render(
      <AuditFilters filter={{ action: 'plan.apply', targetKind: 'plan' }} onChange={() => {}} />,
    )
    expect(html).toMatch(/<input[^>]* value="plan\.apply"/)
    expect(html).toContain('<option selected="">plan</option>')
  })

  it('includes everything by default', () => {
    const { html } = render(<AuditFilters filter={{}} onChange={() => {}} />)
    expect(html).toContain('<option value="" selected="">everything</option>')
  })
})
