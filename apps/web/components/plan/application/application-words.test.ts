import { describe, expect, it } from 'vitest'
import { applicationState } from './application-words.ts'

const badge = (
  kind: 'apply' | 'roll-back',
  state: Parameters<typeof applicationState>[0]['state'],
) => applicationState({ kind, state, hostName: 'xen-1' })

describe('the state of an application as a badge', () => {
  it('is neither good nor bad while it runs', () => {
    expect(badge('apply', 'confirmed')).toEqual({ tone: 'accent', word: 'Confirmed' })
    expect(badge('roll-back', 'applying')).toEqual({ tone: 'accent', word: 'Applying' })
  })

  it('warns of an application that was put back, and not of a roll-back that succeeded', () => {
    expect(badge('apply', 'rolled-back')).toEqual({ tone: 'warn', word: 'Rolled back' })
    expect(badge('roll-back', 'rolled-back')).toEqual({ tone: 'ok', word: 'Rolled back' })
  })

  it('is danger for whatever failed', () => {
    expect(badge('apply', 'failed')).toEqual({ tone: 'danger', word: 'Failed' })
    expect(badge('roll-back', 'failed')).toEqual({ tone: 'danger', word: 'Failed' })
  })
})
