import { describe, expect, it } from 'vitest'
import { planSteps } from './plan-steps.ts'

function standings(...input: Parameters<typeof planSteps>) {
  return planSteps(...input).map((step) => `${step.label}: ${step.standing}`)
}

describe('the way of a plan', () => {
  it('shows where it stands and what lies ahead', () => {
    expect(standings('planned', true)).toEqual([
      'Draft: done',
      'Planned: current',
      'Confirmed: ahead',
      'Applying: ahead',
      'Verified: ahead',
    ])
  })

  it('ends well or badly in the same place', () => {
    expect(standings('verified', true).at(-1)).toBe('Verified: good-end')
    expect(standings('rolled-back', true).at(-1)).toBe('Rolled back: undone-end')
    expect(standings('failed', true)).toEqual([
      'Draft: done',
      'Planned: done',
      'Confirmed: done',
      'Applying: done',
      'Failed: bad-end',
    ])
  })

  it('does not claim steps that a plan never took', () => {
    expect(standings('failed', false)).toEqual([
      'Draft: done',
      'Planned: ahead',
      'Confirmed: ahead',
      'Applying: ahead',
      'Failed: bad-end',
    ])
  })
})
