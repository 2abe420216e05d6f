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

function choiceOf({
  status = 'optimal',
  to = 512,
  checks = { sdps: true, twin: true } as Record<string, boolean>,
} = {}) {
  return {
    problem: { currentWeights: { 'Domain-0': 256, vm1: 256 } },
    solution: { status, weights: status === 'infeasible' ? null : { 'Domain-0': 256, vm1: to } },
    checks: Object.entries(checks).map(([model, passes]) => ({ model, passes })),
  } as unknown as Choice
}

const untargeted = inputOf({})

describe('advises', () => {
  it('a change that both models find better', () => {
    expect(adviceOf(untargeted, choiceOf())).toEqual({ change: true, code: 'better' })
  })

  it('none that either model is not certain of', () => {
    const uncertain = { change: false, code: 'not-certain' }
    for (const [sdps, twin] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const) {
      expect(adviceOf(untargeted, choiceOf({ checks: { sdps, twin } }))).toEqual(uncertain)
    }
  })

  it('none that a model could not check, and names the model', () => {
    const silent = (checks: Record<string, boolean>) => adviceOf(untargeted, choiceOf({ checks }))
    expect(silent({ sdps: true })).toEqual({ change: false, code: 'not-checked', silent: ['twin'] })
    expect(silent({ twin: false })).toMatchObject({ silent: ['sdps'] })
    expect(silent({})).toMatchObject({ silent: ['sdps', 'twin'] })
  })

  it('none where the weights in force are the best', () => {
    expect(adviceOf(untargeted, choiceOf({ to: 256, checks: {} }))).toEqual({
      change: false,
      code: 'already-best',
    })
  })

  it('none where no weights keep the targets, whatever else holds', () => {
    const kept = inputOf({ vm1: 1 }, { vm1: { mean: 0.5, p95: 0.9 } })
    for (const input of [untargeted, kept]) {
      expect(adviceOf(input, choiceOf({ status: 'infeasible' }))).toEqual({
        change: false,
        code: 'infeasible',
      })
    }
  })
})

describe('with targets', () => {
  const met = { change: false, code: 'targets-met' }
  const better = { change: true, code: 'better' }
  const both = { vm1: { mean: 0.5, p95: 1.2 }, vm2: { mean: 0.1, p95: 0.3 } }

  it('none is needed where all of them are kept', () => {
    expect(adviceOf(inputOf({ vm1: 1, vm2: 1 }, both), choiceOf())).toEqual(met)
    expect(adviceOf(inputOf({ vm1: 0.5 }, both), choiceOf())).toEqual(met)
    expect(adviceOf(inputOf({ vm1: 0.49, vm2: 1 }, both), choiceOf())).toEqual(better)
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
