import type { Drift, Plan, Reason } from '@steelyard/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasAppeared, showTimesIn } from '../../lib/format/first-paint.ts'
import { aPlan } from '../../lib/testing/fixtures.ts'
import { render, userWith } from '../../lib/testing/render.tsx'
import { PlanActions, PlanSafety } from './plan-decision.tsx'

// The clock stands still, so that a plan does not expire while a busy machine runs a test; and it is
// this clock that counts, not the moment at which a page of another test appeared.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  showTimesIn('UTC')
  hasAppeared()
})
afterEach(() => {
  vi.useRealTimers()
})

const decision = (plan: Partial<Plan>, user = userWith()) =>
  render(
    <>
      <PlanActions plan={aPlan(plan)} />
      <PlanSafety plan={aPlan(plan)} />
    </>,
    { user },
  )
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const reason = (more: Partial<Reason>): Reason => ({
  code: 'connected',
  severity: 'info',
  text: 'The host is connected.',
  ...more,
})
const drift = (more: Partial<Drift>): Drift => ({
  kind: 'weight-changed',
  domain: 'vm1',
  text: 'vm1 has weight 300 now.',
  blocking: false,
  ...more,
})

describe('a plan that can be applied', () => {
  it('states the host, and how long it stays valid', () => {
    const { text, buttons } = decision({ expiresAt: inSeconds(125.5) })
    expect(text).toContain('Ready to be applied')
    expect(text).toContain('Valid for another 2 min 5 s, then the host has to be read again.')
    expect(buttons).toEqual(['Apply to xen-1'])
  })

  it('is applied only by users with the permission', () => {
    const { text, buttons } = decision({}, userWith(['plans:read', 'plans:write']))
    expect(text).toMatch(/Your role, \w+, does not include applying plans\./)
    expect(buttons).toEqual([])
  })

  it('lists the reasons with their severity in words', () => {
    const { text } = decision({
      reasons: [
        reason({}),
        reason({ code: 'busy', severity: 'warning', text: 'It is busy.' }),
        reason({ code: 'old', severity: 'critical', text: 'It is old.' }),
      ],
    })
    expect(text).toContain('Note: The host is connected. Warning: It is busy. Critical: It is old.')
  })
})

describe('a plan that a second person approved', () => {
  const approvedBy = (byId: string): Partial<Plan> => ({
    approval: {
      state: 'approved',
      makerIds: ['somebody'],
      decision: {
        decision: 'approved',
        planHash: 'x',
        note: '',
        byId,
        byName: 'Anton',
        createdAt: inSeconds(-60),
      },
    },
  })

  it('is applied by someone other than its approver, who can take the approval back', () => {
    const user = userWith(['plans:read', 'plans:apply', 'plans:approve'])
    const own = decision(approvedBy(user.id), user)
    expect(own.text).toContain('You approved this plan, so someone else must apply it.')
    expect(own.buttons).toEqual(['Reject'])
    const other = decision(approvedBy('another'), user)
    expect(other.buttons).toEqual(['Apply to xen-1', 'Reject'])
  })

  it('is only applied by whoever may not decide about it', () => {
    const { buttons } = decision(approvedBy('another'), userWith(['plans:read', 'plans:apply']))
    expect(buttons).toEqual(['Apply to xen-1'])
  })
})

describe('a plan that has expired', () => {
  it('can no longer be applied', () => {
    const expired = decision({ expiresAt: inSeconds(-1) })
    expect(expired.text).toContain('This plan has expired; the host may have changed')
    expect(expired.text).not.toContain('Valid for another')
    expect(expired.buttons).toEqual(['Plan again'])
  })

  it('expires exactly at its end', () => {
    expect(decision({ expiresAt: new Date().toISOString() }).text).toContain('has expired')
    expect(decision({ expiresAt: inSeconds(0.9) }).text).toContain('Valid for another 0 s')
  })
})

describe('a plan that cannot be applied', () => {
  it('lists the changes on the host, and marks those that block it', () => {
    const { text, buttons } = decision({
      canApply: false,
      drift: [drift({}), drift({ kind: 'domain-missing', text: 'vm2 is gone.', blocking: true })],
    })
    expect(text).toContain('This plan cannot be applied')
    expect(text).toContain(
      'Changed on the host since the analysis vm1 has weight 300 now. In the way: vm2 is gone.',
    )
    expect(buttons).toEqual(['Plan again'])
  })

  it('lists a single change too', () => {
    expect(decision({ canApply: false, drift: [drift({})] }).text).toContain(
      'Changed on the host since the analysis vm1 has weight 300 now.',
    )
  })

  it('has no heading for changes where there are none', () => {
    expect(decision({ canApply: false }).text).not.toContain('Changed on the host')
  })
})
