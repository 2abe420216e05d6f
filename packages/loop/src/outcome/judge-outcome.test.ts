import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeOutcome, LEAST_REQUESTS, type OutcomeDomain } from './judge-outcome.ts'

const time = (seconds: number, spread = 0.2) => ({
  seconds,
  lowSeconds: seconds * (1 - spread),
  highSeconds: seconds * (1 + spread),
})

/** A domain of which everything is known: measured, foretold, left alone, target. */
function domain(
  name: string,
  [measured, foretold, alone, target]: [number, number, number, number | null],
  more: Partial<OutcomeDomain> = {},
): OutcomeDomain {
  return {
    domain: name,
    measuredSeconds: measured,
    requests: 1000,
    targetSeconds: target,
    underThisLoad: time(foretold),
    leftAlone: time(alone),
    ...more,
  }
}

describe('an outcome', () => {
  it('is confirmed within the foretold interval, and below it', () => {
    for (const measured of [0.1, 0.5, 0.59]) {
      const judged = judgeOutcome([domain('vm1', [measured, 0.5, 1, 0.6])])
      expect(judged).toEqual({ state: 'confirmed', domains: [] })
    }
  })

  it('is not confirmed above it, and says for whom', () => {
    const domains = [domain('vm1', [0.61, 0.5, 1, 0.6]), domain('vm2', [0.5, 0.5, 0.4, null])]
    expect(judgeOutcome(domains)).toEqual({ state: 'not-confirmed', domains: ['vm1'] })
  })

  it('is not confirmed by coming out badly as foretold, where targets are still missed', () => {
    const foretoldBadly = (measured: number) => [domain('vm1', [measured, 1.1, 1, 0.6])]
    expect(judgeOutcome(foretoldBadly(1))).toEqual({ state: 'not-confirmed', domains: ['vm1'] })
    // Still above the target, but less far than it would have been.
    expect(judgeOutcome(foretoldBadly(0.99)).state).toBe('confirmed')
    // Once the target is kept, nobody asks what else it could have been.
    expect(judgeOutcome([domain('vm1', [0.5, 0.5, 0.4, 0.6])]).state).toBe('confirmed')
  })

  it('is worse only beyond the far end of what leaving alone would have been', () => {
    const state = (measured: number) => judgeOutcome([domain('vm1', [measured, 0.5, 1, 0.6])]).state
    expect(state(1.2)).toBe('not-confirmed')
    expect(state(1.21)).toBe('worse')
  })

  it('is worse where the domain that pays now misses its own target by more', () => {
    const gained = domain('vm1', [0.5, 0.5, 0.7, 0.6])
    const paid = (measured: number) => domain('vm2', [measured, 0.8, 0.6, 1])
    expect(judgeOutcome([gained, paid(1.3)]).state).toBe('not-confirmed')
    // The worst ratio to a target would have been 0.84 / 0.6 = 1.4 for vm1 at most.
    expect(judgeOutcome([gained, paid(1.41)])).toEqual({ state: 'worse', domains: ['vm2'] })
  })

  it('is not worse for a domain that keeps its target', () => {
    const fast = domain('vm1', [0.9, 0.2, 0.1, 1])
    expect(judgeOutcome([fast]).state).toBe('not-confirmed')
  })

  it('is judged by the mean over the domains where none has a target', () => {
    const one = domain('vm1', [0.5, 0.5, 1, null])
    expect(judgeOutcome([one, domain('vm2', [2, 2, 1, null])]).state).toBe('confirmed')
    // ln 0.5 + ln 3 = 2 ln 1.22, beyond 2 ln 1.2.
    expect(judgeOutcome([one, domain('vm2', [3, 2, 1, null])])).toEqual({
      state: 'worse',
      domains: ['vm2'],
    })
  })

  it.each([
    ['nothing was measured', { measuredSeconds: null }],
    ['few requests came', { requests: LEAST_REQUESTS - 1 }],
    ['the model has no finite time', { underThisLoad: null }],
    ['the model has none for leaving alone', { leftAlone: null }],
  ])('is unknown where %s of a domain with a target', (_, more) => {
    const known = domain('vm2', [0.5, 0.5, 0.5, null])
    const judged = judgeOutcome([domain('vm1', [0.5, 0.5, 1, 0.6], more), known])
    expect(judged).toEqual({ state: 'unknown', domains: ['vm1'] })
    expect(judgeOutcome([])).toEqual({ state: 'unknown', domains: [] })
  })

  it('is not worse for those who pay where leaving alone would have had no end', () => {
    const rescued = domain('vm1', [0.7, 0.5, 1, 0.6], { leftAlone: null })
    const paid = domain('vm2', [3, 0.8, 0.6, 1])
    expect(judgeOutcome([rescued, paid])).toEqual({ state: 'unknown', domains: ['vm1'] })
    const untargeted = [rescued, paid].map((each) => ({ ...each, targetSeconds: null }))
    expect(judgeOutcome(untargeted)).toEqual({ state: 'unknown', domains: ['vm1'] })
  })

  it('weighs what would have become of a domain of which too little was measured', () => {
    const quiet = domain('vm1', [0.5, 0.5, 2, 0.6], { requests: LEAST_REQUESTS - 1 })
    const paid = (measured: number) => domain('vm2', [measured, 0.8, 0.6, 1])
    // vm1 would have been at 2.4 / 0.6 of its target at most.
    expect(judgeOutcome([quiet, paid(3.9)]).state).toBe('unknown')
    expect(judgeOutcome([quiet, paid(4.1)])).toEqual({ state: 'worse', domains: ['vm2'] })
  })

  it('is worse also where the model had no end to foretell and leaving alone was fine', () => {
    const judged = judgeOutcome([domain('vm1', [1.3, 0.5, 1, 0.6], { underThisLoad: null })])
    expect(judged).toEqual({ state: 'worse', domains: ['vm1'] })
  })

  it('does not wait for a domain with few requests that had nothing to gain or to lose', () => {
    const quiet = domain('vm2', [0.5, 0.3, 0.4, 0.6], { requests: 3 })
    expect(judgeOutcome([domain('vm1', [0.5, 0.5, 1, 0.6]), quiet]).state).toBe('confirmed')
    const untargeted = [domain('vm1', [0.5, 0.5, 1, null]), { ...quiet, targetSeconds: null }]
    expect(judgeOutcome(untargeted).state).toBe('confirmed')
  })

  it('does not need what was measured of domains without a target where others have one', () => {
    const judged = judgeOutcome([
      domain('vm1', [0.5, 0.5, 1, 0.6]),
      domain('vm2', [0.5, 0.5, 0.5, null], { measuredSeconds: null }),
    ])
    expect(judged.state).toBe('confirmed')
  })

  const positive = fc.double({ min: 0.001, max: 1000, noNaN: true })
  const any = fc
    .array(fc.tuple(positive, positive, positive, fc.option(positive)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((all) => all.map((each, index) => domain(`vm${index}`, each)))

  it('never becomes better through slower answers', () => {
    const rank = { confirmed: 0, 'not-confirmed': 1, worse: 2, unknown: 3 }
    fc.assert(
      fc.property(any, fc.double({ min: 1, max: 10, noNaN: true }), (domains, factor) => {
        const slower = domains.map((each) => ({
          ...each,
          measuredSeconds: each.measuredSeconds! * factor,
        }))
        const states = [judgeOutcome(domains), judgeOutcome(slower)].map(({ state }) => rank[state])
        expect(states[1]).toBeGreaterThanOrEqual(states[0]!)
      }),
    )
  })

  it('is never worse where everything is as it would have been', () => {
    fc.assert(
      fc.property(any, (domains) => {
        const same = domains.map((each) => ({
          ...each,
          measuredSeconds: each.leftAlone!.highSeconds,
        }))
        expect(judgeOutcome(same).state).not.toBe('worse')
      }),
    )
  })

  it('does not depend on the unit of time or on the order of the domains', () => {
    fc.assert(
      // Powers of two scale without rounding, so that no tie is broken by it.
      fc.property(any, fc.integer({ min: -6, max: 6 }), (domains, power) => {
        const unit = 2 ** power
        const scale = ({ seconds, lowSeconds, highSeconds }: ReturnType<typeof time>) => ({
          seconds: seconds * unit,
          lowSeconds: lowSeconds * unit,
          highSeconds: highSeconds * unit,
        })
        const scaled = domains.map((each) => ({
          ...each,
          measuredSeconds: each.measuredSeconds! * unit,
          targetSeconds: each.targetSeconds === null ? null : each.targetSeconds * unit,
          underThisLoad: scale(each.underThisLoad!),
          leftAlone: scale(each.leftAlone!),
        }))
        const judged = judgeOutcome(domains)
        expect(judgeOutcome(domains.toReversed()).state).toBe(judged.state)
        expect(judgeOutcome(scaled).state).toBe(judged.state)
      }),
    )
  })
})
