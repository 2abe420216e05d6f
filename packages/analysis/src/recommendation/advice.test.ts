import { describe, expect, it } from 'vitest'
import { adviceOf } from './advice.ts'
import type { Choice, RecommendInput } from './recommend.ts'

type Seconds = { mean: number | null; p95: number | null }

/** What the advice looks at: targets of the mean or of the 95th percentile, and measurements. */
function inputOf(
  targets: Record<string, number | null>,
  measured: Record<string, Seconds> = {},
  targetStatistic: 'mean' | 'p95' = 'mean',
) {
  return {
    targets: Object.entries(targets).map(([domain, responseTimeSeconds]) => ({
      domain,
      responseTimeSeconds,
      throughputPerSecond: responseTimeSeconds === null ? 10 : null,
    })),
    measured: new Map(Object.entries(measured)),
    settings: { targetStatistic },
  } as unknown as RecommendInput
}

/** A gain as a multiple of its uncertainty; null where the model sees no difference. */
type Sureness = number | null

function choiceOf({
  isInfeasible = false,
  to = 512,
  checks = { sdps: 1.1, twin: 1.1 } as Record<string, Sureness>,
} = {}) {
  return {
    problem: { currentWeights: { 'Domain-0': 256, vm1: 256 } },
    solution: { status: 'optimal', weights: { 'Domain-0': 256, vm1: to } },
    infeasible: isInfeasible ? { status: 'infeasible' } : null,
    checks: Object.entries(checks).map(([model, times]) => ({
      model,
      gain: 0.1 * (times ?? 0),
      uncertainty: times === null ? 0 : 0.1,
      passes: times !== null && times > 1,
      objects: times !== null && times < -1,
    })),
  } as unknown as Choice
}

const untargeted = inputOf({})

describe('advises', () => {
  it('a change that both models find better', () => {
    expect(adviceOf(untargeted, choiceOf())).toEqual({ change: true, code: 'better', silent: [] })
  })

  it('none that either model is not certain of', () => {
    const uncertain = { change: false, code: 'not-certain' }
    for (const [sdps, twin] of [
      [1.1, 0.9],
      [-1.1, 5],
      [0.5, 0.5],
      [0.5, 1.9],
    ] as const) {
      expect(adviceOf(untargeted, choiceOf({ checks: { sdps, twin } }))).toEqual(uncertain)
    }
  })

  it('a change of which the twin alone is twice as sure, where SDPS has no answer or is not sure', () => {
    const unsure = [{}, { sdps: null }, { sdps: 0.5 }, { sdps: -0.9 }]
    for (const of of unsure as Record<string, Sureness>[]) {
      const advice = (twin: number) => adviceOf(untargeted, choiceOf({ checks: { ...of, twin } }))
      expect(advice(2.1)).toEqual({ change: true, code: 'better', silent: ['sdps'] })
      expect(advice(1.9)).toEqual({ change: false, code: 'not-certain' })
    }
  })

  it('none that the twin could not check, and names it', () => {
    const silent = (checks: Record<string, Sureness>) => adviceOf(untargeted, choiceOf({ checks }))
    expect(silent({ sdps: 5 })).toEqual({ change: false, code: 'not-checked', silent: ['twin'] })
    expect(silent({})).toMatchObject({ silent: ['sdps', 'twin'] })
  })

  it('on thin evidence a change of which the twin is three times as sure', () => {
    const input = { ...untargeted, evidence: 'not-enough' as const }
    const advice = (sdps: Sureness, twin: number) =>
      adviceOf(input, choiceOf({ checks: { sdps, twin } })).code
    expect(advice(3.1, 3.1)).toBe('better')
    expect(advice(null, 3.1)).toBe('better')
    expect(advice(3.1, 2.9)).toBe('not-certain')
    expect(advice(1.1, 3.1)).toBe('better')
    expect(advice(-1.1, 3.1)).toBe('not-certain')
    expect(advice(0.9, 3.1)).toBe('better')
  })

  it('none where the weights in force are the best', () => {
    expect(adviceOf(untargeted, choiceOf({ to: 256, checks: {} }))).toEqual({
      change: false,
      code: 'already-best',
    })
  })

  it('the least bad weights where none keep the targets, if they are better', () => {
    const least = (checks: Record<string, Sureness>, to = 512) =>
      adviceOf(untargeted, choiceOf({ isInfeasible: true, checks, to }))
    expect(least({ sdps: 2, twin: 2 })).toEqual({ change: true, code: 'least-bad', silent: [] })
    const none = { change: false, code: 'infeasible' }
    expect(least({ sdps: 2, twin: 0.5 })).toEqual(none)
    expect(least({ sdps: 2, twin: 1 })).toEqual(none)
    expect(least({}, 256)).toEqual(none)
  })
})

describe('with targets', () => {
  const met = { change: false, code: 'targets-met' }
  const better = { change: true, code: 'better', silent: [] }
  const both = { vm1: { mean: 0.5, p95: 1.2 }, vm2: { mean: 0.1, p95: 0.3 } }

  it('none is needed where all of them are kept', () => {
    expect(adviceOf(inputOf({ vm1: 1, vm2: 1 }, both), choiceOf())).toEqual(met)
    expect(adviceOf(inputOf({ vm1: 0.5 }, both), choiceOf())).toEqual(met)
    expect(adviceOf(inputOf({ vm1: 0.49, vm2: 1 }, both), choiceOf())).toEqual(better)
  })

  it('a change is offered where all are kept, if the twin is twice as sure of a tenth', () => {
    const kept = inputOf({ vm1: 1, vm2: 1 }, both)
    const advice = (sdps: number, twin: number) =>
      adviceOf(kept, choiceOf({ checks: { sdps, twin } }))
    expect(advice(1.1, 2.1)).toEqual({ change: true, code: 'better-still', silent: [] })
    expect(advice(1.1, 1.9)).toEqual(met)
    expect(advice(-1.1, 2.1)).toEqual(met)
    expect(adviceOf(kept, choiceOf({ checks: {} }))).toEqual(met)
    expect(adviceOf(kept, choiceOf({ checks: { twin: 3 }, isInfeasible: true }))).toEqual(met)
  })

  it('by the statistic that they refer to', () => {
    expect(adviceOf(inputOf({ vm1: 1 }, both, 'p95'), choiceOf())).toEqual(better)
    expect(adviceOf(inputOf({ vm1: 1.2 }, both, 'p95'), choiceOf())).toEqual(met)
  })

  it('one that was not measured is not kept', () => {
    expect(adviceOf(inputOf({ vm1: 1, vm9: 1 }, both), choiceOf())).toEqual(better)
    const unknown = { vm1: { mean: null, p95: 0.1 } }
    expect(adviceOf(inputOf({ vm1: 1 }, unknown), choiceOf())).toEqual(better)
  })

  it('of throughput alone, response times promise nothing', () => {
    expect(adviceOf(inputOf({ vm1: null }, both), choiceOf())).toEqual(better)
    expect(adviceOf(inputOf({ vm1: null, vm2: 1 }, both), choiceOf())).toEqual(met)
  })
})
