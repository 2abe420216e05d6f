import { describe, expect, it } from 'vitest'
import { applicationState } from './application-words.ts'

const badge = (
  kind: 'apply' | 'roll-back',
  state: Parameters<typeof applicationState>[0]['state'],
) => applicationState({ kind, state, hostName: 'xen-1' })

describe('the state of an application as a badge', () => {
  it('is neutral while it runs', () => {
    expect(badge('apply', 'confirmed')).toEqual({ tone: 'accent', word: 'Confirmed' })
    expect(badge('roll-back', 'applying')).toEqual({ tone: 'accent', word: 'Applying' })
  })

  it('warns of an application that was undone, but not of a successful roll-back', () => {
    expect(badge('apply', 'rolled-back')).toEqual({ tone: 'warn', word: 'Rolled back' })
    expect(badge('roll-back', 'rolled-back')).toEqual({ tone: 'ok', word: 'Rolled back' })
  })

  it('marks every failure as dangerous', () => {
    expect(badge('apply', 'failed')).toEqual({ tone: 'danger', word: 'Failed' })
    expect(badge('roll-back', 'failed')).toEqual({ tone: 'danger', word: 'Failed' })
  })
})
