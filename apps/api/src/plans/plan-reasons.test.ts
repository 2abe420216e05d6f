import type { Plan } from '@steelyard/xen'
import { describe, expect, it } from 'vitest'
import type { PlanContent } from './plan-content.ts'
import { canApplyNow, cannotApplyBecause, planReasons } from './plan-reasons.ts'
import type { PlanRow } from './plan-row.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const weights = [{ domain: 'vm1', weight: 512 }]
const WISH = { weights, pins: [], analysed: [], predicted: [], notes: [] as string[] }
const againstHost = (more: Partial<Plan> = {}, unknownDomains: string[] = []): PlanContent => ({
  kind: 'against-host',
  plan: { reasons: [], ...more } as unknown as Plan,
  unknownDomains,
})

function row(more: object = {}): PlanRow {
  return {
    applications: [],
    job: null,
    canApply: true,
    expiresAt: new Date(NOW.getTime() + 1),
    wanted: WISH,
    content: againstHost(),
    host: { access: { pinnedFingerprint: 'SHA256:x' } },
    approvals: [],
    needsApproval: false,
    ...more,
  } as unknown as PlanRow
}

const applied = (state: string) => ({ id: 'a', kind: 'apply', state })
const codes = (plan: PlanRow) => planReasons(plan, NOW).map(({ code }) => code)

describe('whether a plan may be applied', () => {
  it('may, until the moment it expires', () => {
    expect([canApplyNow(row(), NOW), codes(row())]).toEqual([true, []])
    const expired = row({ expiresAt: NOW })
    expect([canApplyNow(expired, NOW), codes(expired)]).toEqual([false, ['plan-expired']])
  })

  it.each([
    ['was found not applicable', { canApply: false }],
    ['has been confirmed', { applications: [applied('confirmed')] }],
    ['has been verified', { applications: [applied('verified')] }],
    ['never expires, because it was made by hand', { expiresAt: null }],
    ['belongs to a host that was disconnected', { host: { access: null } }],
  ])('may not when it %s', (_, more) => {
    expect(canApplyNow(row(more), NOW)).toBe(false)
  })

  it('does not call a finished plan expired or unconnected', () => {
    const over = { applications: [applied('verified')], expiresAt: NOW, host: { access: null } }
    expect(codes(row(over))).toEqual([])
  })
})

describe('reasons', () => {
  it('are none while the host has not been read', () => {
    expect(codes(row({ content: null }))).toEqual([])
  })

  it('say in red what endangers a host, though it can be applied', () => {
    const values = { from: 0.25, to: 0.02, needs: 0.1, use: 0.05 }
    const reason = { code: 'domain-0-starved', effect: 'endangers', uuid: 'u0', values } as const
    const plan = row({ content: againstHost({ reasons: [reason] }) })
    expect(planReasons(plan, NOW)).toMatchObject([
      { code: 'domain-0-starved', severity: 'critical' },
    ])
    expect(canApplyNow(plan, NOW)).toBe(true)
    expect(cannotApplyBecause(row({ ...plan, canApply: false }), NOW)).toBe(
      'The host is not connected.',
    )
    const byHand = row({ content: { kind: 'by-hand', scheduler: 'credit', reasons: [reason] } })
    expect(codes(byHand)).toEqual(['not-connected', 'domain-0-starved'])
  })

  it('distinguish what blocks from what only warns, unknown domains first', () => {
    const reasons = [
      { code: 'no-change', effect: 'blocks', uuid: null, values: {} },
      { code: 'vcpus-pinned', effect: 'warns', uuid: 'u1', values: { name: 'vm1' } },
    ] as Plan['reasons']
    const wanted = { ...WISH, notes: ['Not proven.'] }
    const plan = row({ content: againstHost({ reasons }, ['ghost']), wanted })
    expect(planReasons(plan, NOW)).toEqual([
      {
        code: 'domain-missing',
        text: 'No guest named ghost is on the host.',
        severity: 'critical',
      },
      {
        code: 'no-change',
        text: 'The host already has these values; there is nothing to apply.',
        severity: 'critical',
      },
      {
        code: 'vcpus-pinned',
        text: 'vm1 is pinned to pCPUs, so its weight counts only against guests there.',
        severity: 'warning',
      },
      { code: 'not-proven', text: 'Not proven.', severity: 'warning' },
    ])
  })

  it.each([
    ['credit', []],
    ['credit2', []],
    ['rtds', ['scheduler-unknown']],
    [null, ['scheduler-unknown']],
  ])('without a connection, under %s, state what the commands need', (scheduler, more) => {
    expect(codes(row({ content: { kind: 'by-hand', scheduler } }))).toEqual([
      'not-connected',
      ...more,
    ])
  })

  it('ask for a second person only where something can be applied', () => {
    expect(codes(row({ needsApproval: true }))).toEqual(['approval-needed'])
    const nothing = { code: 'no-change', effect: 'blocks', uuid: null, values: {} } as const
    const content = againstHost({ reasons: [nothing] })
    expect(codes(row({ needsApproval: true, canApply: false, content }))).toEqual(['no-change'])
  })

  it('name the domains for which no command is shown', () => {
    const wanted = { ...WISH, weights: [...weights, { domain: 'a b', weight: 1 }] }
    const plan = row({ content: { kind: 'by-hand', scheduler: 'credit' }, wanted })
    expect(planReasons(plan, NOW)[1]).toMatchObject({
      code: 'no-command',
      text: expect.stringMatching(/^No command is shown for a b: /),
    })
  })
})
