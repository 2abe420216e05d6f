import type { Approval, Plan } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { aChange, aPlan } from '../../../lib/testing/fixtures.ts'
import { render, userWith } from '../../../lib/testing/render.tsx'
import { DecidePlan } from './decide-plan.tsx'
import { waitingFor } from './waiting-plans.tsx'
import { whoPays } from './who-pays.ts'

const waiting: Approval = { state: 'waiting', decision: null, makerIds: ['somebody'] }
const ms = (value: number) => ({ ms: value, lowMs: value, highMs: value })
const approver = () => userWith(['plans:read', 'plans:approve'])

describe('who pays', () => {
  it('is nobody without a prediction, and nobody who gets faster', () => {
    expect(whoPays(aPlan())).toBeNull()
    const faster = aChange('web', { predictedBefore: ms(50), predictedAfter: ms(40) })
    expect(whoPays(aPlan({ changes: [faster] }))).toBe('No guest gets slower by the prediction.')
  })

  it('is named with both times', () => {
    const changes = [
      aChange('web', { predictedBefore: ms(50), predictedAfter: ms(40) }),
      aChange('db', { predictedBefore: ms(20), predictedAfter: ms(31) }),
    ]
    expect(whoPays(aPlan({ changes }))).toBe(
      'Gets slower by the prediction: db from 20 ms to 31 ms.',
    )
  })
})

describe('a plan that waits', () => {
  const show = (plan: Partial<Plan>, user = approver()) =>
    render(<DecidePlan plan={aPlan({ approval: waiting, ...plan })} hash="x" />, { user })

  it('is decided by whoever may approve', () => {
    expect(show({}).buttons).toEqual(['Approve', 'Reject'])
  })

  it('is not decided by its maker, nor by others, who are told who can', () => {
    const user = approver()
    const own = show({ approval: { ...waiting, makerIds: ['another', user.id] } }, user)
    expect([own.text, own.buttons]).toEqual([expect.stringContaining('You made this plan.'), []])
    const other = show({}, userWith(['plans:read', 'plans:apply']))
    expect(other.text).toContain('An approver or an administrator of this host can approve it.')
    expect(other.buttons).toEqual([])
  })
})

describe('plans that wait for somebody', () => {
  it('are those of others, in time, on hosts where the person may approve', () => {
    const user = { ...approver(), grants: [{ role: 'approver', tag: 'web' } as const] }
    const inTime = aPlan({ approval: waiting, hostTags: ['web'] })
    const plans = [
      inTime,
      aPlan({ approval: null, hostTags: ['web'] }),
      aPlan({ approval: { ...waiting, makerIds: ['another', user.id] }, hostTags: ['web'] }),
      aPlan({ approval: waiting, hostTags: ['db'] }),
      aPlan({ approval: waiting, hostTags: ['web'], expiresAt: '2020-01-01T00:00:00Z' }),
    ]
    expect(waitingFor(user, plans)).toEqual([inTime])
  })
})
