import type { Recommendation } from '@steelyard/contract'
import { describe, expect, it } from 'vitest'
import { planHindrance } from './make-plan-button.tsx'

function recommendation(status: Recommendation['status'], weightAfter: number): Recommendation {
  return {
    advice: weightAfter === 256 ? 'leave' : 'change',
    reason: '',
    status,
    objective: 'meet-targets',
    statistic: 'p95',
    estimator: 'twin',
    chosenBy: 'twin',
    anchored: true,
    domains: [
      {
        domain: 'vm1',
        weightBefore: 256,
        weightAfter,
        shareBefore: 0.5,
        shareAfter: 0.5,
        measuredMs: null,
        predictedBefore: null,
        predictedAfter: null,
        measuredBy: null,
        modelMs: null,
        targetMs: null,
        meetsTarget: null,
        excluded: false,
      },
    ],
    value: { before: 1, after: 1, unit: 'ratio' },
    checks: [],
    proof: { engine: 'milp', statement: '', bound: null, gap: null, solveSeconds: 0 },
    companions: [],
    conflicts: [],
    sensitivity: [],
    roundingError: 0,
    notes: [],
  }
}

describe('making a plan', () => {
  it.each(['optimal', 'not-proven'] as const)(
    'is possible when weights change and %s',
    (status) => {
      expect(planHindrance(recommendation(status, 512), 'reweight')).toBeNull()
    },
  )

  it('has a reason where there is nothing to plan', () => {
    expect(planHindrance(null, 'reweight')).toMatch(/no recommendation/)
    expect(planHindrance(recommendation('infeasible', 512), 'migrate')).toMatch(/Move a domain/)
    expect(planHindrance(recommendation('optimal', 256), 'reweight')).toMatch(/in force stay/)
  })

  it('does not suggest moving a domain while the weights in force meet all targets', () => {
    const hindrance = planHindrance(recommendation('infeasible', 512), 'ok')
    expect(hindrance).toMatch(/in force meet all targets/)
    expect(hindrance).not.toMatch(/Move/)
  })
})
