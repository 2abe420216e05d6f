import type { AuditEvent } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { idOf, twoHoursAgo } from '../../lib/testing/fixtures.ts'
import { firstPage, refusedPage, render, rowsOf } from '../../lib/testing/render.tsx'
import { AuditTrail } from './audit-trail.tsx'

const query = { limit: 20 }
const event: AuditEvent = {
  id: idOf(80),
  sequence: 1234,
  at: twoHoursAgo,
  actor: { kind: 'user', id: idOf(1), name: 'Ada' },
  action: 'plan.apply',
  target: { kind: 'plan', id: idOf(2), name: 'Plan of Monday' },
  outcome: 'refused',
  detail: { reason: 'drift' },
  requestId: 'r-7',
  hash: 'abc123',
}
const trail = (events: AuditEvent[], cursor: string | null = null) =>
  render(<AuditTrail />, { known: [firstPage('listAuditEvents', query, events, cursor)] })

it('shows who did what to what, when, and how it ended', () => {
  const [when, ...rest] = rowsOf(trail([event]).html)[1] ?? []
  expect(when).toMatch(/2 hours ago, no\. 1,234$/)
  expect(rest.slice(0, 4)).toEqual(['Ada user', 'plan.apply', 'Plan of Monday plan', 'refused'])
  expect(rest[4]).toContain('drift')
  expect(rest[4]).toContain('r-7')
  expect(rest[4]).toContain('abc123')
})

it('has a dash for an action without a target, and for a target without a name', () => {
  const rows = rowsOf(
    trail([
      { ...event, target: null },
      { ...event, id: idOf(81), target: { kind: 'session', id: null, name: null } },
    ]).html,
  )
  expect(rows.slice(1).map((row) => row[3])).toEqual(['–', '– session'])
})

it('is shown page by page', () => {
  expect(trail([event], 'next').buttons).toContain('Show older entries')
  expect(trail([event]).buttons).not.toContain('Show older entries')
})

it('shows that nothing has happened, that it is loading, and what could not be loaded', () => {
  expect(trail([]).text).toContain('Nothing has happened yet')
  expect(render(<AuditTrail />).text).toContain('Loading the trail')
  const { text } = render(<AuditTrail />, { known: [refusedPage('listAuditEvents', query)] })
  expect(text).toContain('The trail could not be loaded')
})
