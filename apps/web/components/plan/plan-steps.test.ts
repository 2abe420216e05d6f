import { describe, expect, it } from 'vitest'
import { planSteps } from './plan-steps.ts'

function standings(...input: Parameters<typeof planSteps>) {
  return planSteps(...input).map((step) => `${step.label}: ${step.standing}`)
}

describe('the steps of a plan', () => {
  it('show the current state and what comes next', () => {
    expect(standings('planned', true)).toEqual([
      'Draft: done',
      'Planned: current',
      'Confirmed: ahead',
      'Applying: ahead',
      'Verified: ahead',
    ])
  })

  it('end in the same place, well or badly', () => {
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

  it('include no step that the plan never took', () => {
    expect(standings('failed', false)).toEqual([
      'Draft: done',
      'Planned: ahead',
      'Confirmed: ahead',
      'Applying: ahead',
      'Failed: bad-end',
    ])
  })
})
