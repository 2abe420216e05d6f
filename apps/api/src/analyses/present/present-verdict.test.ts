import {
  decide,
  type FeasibilityFinding,
  type JudgedDomain,
  refineDecision,
} from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { presentVerdict } from './present-verdict.ts'

const peakOf = (ms: number, targetMs: number): JudgedDomain => ({
  name: 'vm1',
  observedResponseTimeSeconds: ms / 1000,
  observedThroughputPerSecond: 45,
  offeredPerSecond: 45,
  target: { responseTimeSeconds: targetMs / 1000 },
})
const found: FeasibilityFinding = {
  status: 'optimal',
  conflicts: [],
  missed: [],
  unchanged: false,
  restricted: false,
  anchored: true,
}

function verdictOf(
  peaks: JudgedDomain[],
  feasibility: FeasibilityFinding | null,
  statistic: 'mean' | 'p95' = 'mean',
) {
  const decision = decide(peaks, { rule: 'gated' })
  const refined = feasibility ? refineDecision(decision, feasibility) : decision
  return presentVerdict({ decision: refined, peaks, feasibility, statistic })
}

describe('the headline', () => {
  it('names the worst violation by the statistic that targets apply to', () => {
    const { verdict, headline, reasons } = verdictOf([peakOf(50, 40)], null)
    expect(verdict).toBe('migrate')
    expect(headline).toContain('vm1 takes 50 ms (mean) against a target of 40 ms')
    expect(reasons.map((reason) => reason.severity)).toContain('critical')
    expect(verdictOf([peakOf(180, 120)], null, 'p95').headline).toContain(
      '180 ms (95th percentile)',
    )
  })

  it('states what the solver found about other weights', () => {
    const peaks = [peakOf(60, 40), { ...peakOf(60, 150), name: 'vm2' }]
    expect(verdictOf(peaks, found).headline).toContain('predicted to meet every target')
    const infeasible = { ...found, status: 'infeasible', restricted: true } as const
    const { verdict, headline } = verdictOf(peaks, infeasible)
    expect(verdict).toBe('migrate')
    expect(headline).toContain('No weights within the requested bounds')
  })

  it('compares a host without targets with nothing', () => {
    const { target: _, ...unpromised } = peakOf(50, 40)
    expect(verdictOf([unpromised], null)).toMatchObject({
      verdict: 'ok',
      headline: 'No targets are set, so nothing can be violated.',
    })
  })
})
