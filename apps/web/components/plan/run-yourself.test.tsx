import type { Plan } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aChange, aPlan, idOf } from '../../lib/testing/fixtures.ts'
import { answer, render } from '../../lib/testing/render.tsx'
import { PlanPage } from './plan-page.tsx'

const notConnected = {
  code: 'not-connected',
  severity: 'info' as const,
  text: 'Steelyard is not connected to this host.',
}

const page = (plan: Partial<Plan> = {}) =>
  render(<PlanPage id={idOf(50)} />, {
    known: [
      answer(
        'getPlan',
        { params: { id: idOf(50) } },
        aPlan({ canApply: false, reasons: [notConnected], expiresAt: null, ...plan }),
      ),
    ],
  })

describe('a plan for a host that is not connected', () => {
  it('is no error: it shows commands to run, a script and a way to connect', () => {
    const { text, buttons, links, html } = page()
    expect(text).toContain('Commands to run yourself')
    expect(text).toContain('Note: Steelyard is not connected to this host.')
    expect(text).not.toContain('cannot be applied')
    expect(text).not.toContain('Confirmed')
    expect(html).not.toContain('text-danger')
    expect(buttons).toEqual(['Share', 'Copy: all commands', 'Plan again'])
    expect(links['Connect this host']).toContain(`/hosts/${idOf(1)}`)
    expect(links['Script (.sh)']).toBe(`/api/v1/plans/${idOf(50)}/commands.sh`)
  })

  it('shows the commands once', () => {
    expect(page().text.match(/xl sched-credit2/g)).toHaveLength(1)
  })
})

describe('the shares of a plan', () => {
  it('say that Domain-0 counts, and where its weight is assumed', () => {
    expect(page().text).toContain('A share counts Domain-0.')
    expect(page().text).not.toContain('is assumed')
    expect(page({ domain0WeightAssumed: true }).text).toContain(
      'Domain-0’s weight is not known; Xen’s default of 256 is assumed.',
    )
    expect(page({ changes: [aChange('vm1', { shareAfter: null })] }).text).toContain(
      'reservations in place of weights',
    )
  })
})
