import { PolicySettings } from '@steelyard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostCautious } from './most-cautious.ts'

const policy = (tag: string, settings: object) => ({
  tag,
  settings: PolicySettings.parse(settings),
})
const chosen = (...policies: ReturnType<typeof policy>[]) => mostCautious(policies)?.tag

describe('mostCautious', () => {
  it('goes by the mode first, then by dry run, step, gain and cool-down', () => {
    const act = { mode: 'automatic', dryRun: false }
    expect(chosen(policy('a', act), policy('b', { mode: 'recommend', dryRun: false }))).toBe('b')
    expect(chosen(policy('a', act), policy('b', { ...act, dryRun: true }))).toBe('b')
    expect(chosen(policy('a', act), policy('b', { ...act, largestStep: 0.1 }))).toBe('b')
    expect(chosen(policy('a', act), policy('b', { ...act, leastGain: 0.5 }))).toBe('b')
    expect(chosen(policy('a', act), policy('b', { ...act, coolDownMinutes: 60 }))).toBe('b')
    expect(chosen(policy('b', act), policy('a', act))).toBe('a')
    expect(mostCautious([])).toBeNull()
  })

  it('does not depend on the order', () => {
    const any = fc.record({
      tag: fc.constantFrom('a', 'b', 'c', 'd'),
      settings: fc
        .record({
          mode: fc.constantFrom('off', 'recommend', 'approve', 'automatic'),
          dryRun: fc.boolean(),
          largestStep: fc.constantFrom(0.1, 0.2),
        })
        .map((settings) => PolicySettings.parse(settings)),
    })
    const each = fc.uniqueArray(any, { selector: ({ tag }) => tag })
    fc.assert(
      fc.property(each, (policies) => {
        const wanted = mostCautious(policies)
        expect(mostCautious(policies.toReversed())).toBe(wanted)
      }),
    )
  })
})
