import type { Evidence, VerdictResult } from '@steelyard/analysis'
import {
  decide,
  type FeasibilityFinding,
  type JudgedDomain,
  refineDecision,
} from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { presentVerdict } from './present-verdict.ts'

const judgedAt = (ms: number, targetMs: number): JudgedDomain => ({
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

const enough: Evidence = { grade: 'enough', lacks: [] }

function verdictOf(
  judged: JudgedDomain[],
  feasibility: FeasibilityFinding | null,
  statistic: VerdictResult['statistic'] = 'mean',
  evidence = enough,
) {
  const decision = decide(judged, { rule: 'gated' })
  const refined = refineDecision(decision, feasibility)
  return presentVerdict({ decision: refined, judged, feasibility, statistic }, evidence, null)
}

describe('the headline', () => {
  it('names the worst violation by the statistic that targets apply to', () => {
    const { verdict, headline, reasons } = verdictOf([judgedAt(50, 40)], null)
    expect(verdict).toBe('reweight')
    expect(headline).toContain('vm1 takes 50 ms (mean of requests) against a target of 40 ms')
    expect(reasons.map((reason) => reason.severity)).toContain('critical')
    expect(verdictOf([judgedAt(180, 120)], null, 'p95').headline).toContain(
      '180 ms (95th percentile of requests)',
    )
  })

  it('states what the solver found about other weights', () => {
    const judged = [judgedAt(60, 40), { ...judgedAt(60, 150), name: 'vm2' }]
    expect(verdictOf(judged, found).headline).toContain('predicted to meet every target')
    const infeasible = { ...found, status: 'infeasible', restricted: true } as const
    const { verdict, headline } = verdictOf(judged, infeasible)
    expect(verdict).toBe('migrate')
    expect(headline).toContain('No weights within the requested bounds')
  })

  it('says of weights within reach that they may not suffice, and of others that they will not', () => {
    const judged = [judgedAt(60, 40)]
    expect(verdictOf(judged, null).headline).toContain('may remedy this, but may not suffice.')
    const close = { ...found, missed: ['vm1'], surelyMissed: [] }
    expect(verdictOf(judged, close)).toMatchObject({
      verdict: 'reweight',
      headline: expect.stringContaining('over target, within the uncertainty of the prediction.'),
    })
    const far = verdictOf(judged, { ...close, unchanged: true, surelyMissed: ['vm1'] })
    expect(far).toMatchObject({
      verdict: 'migrate',
      headline: expect.stringContaining('the best weights found would leave vm1 over target.'),
    })
    expect(far.reasons.at(-1)).toMatchObject({ severity: 'critical' })
  })

  it('never calls the weights in force the best, because better ones may not be certain enough', () => {
    const judged = [judgedAt(60, 40), { ...judgedAt(60, 150), name: 'vm2' }]
    const { headline, reasons } = verdictOf(judged, { ...found, unchanged: true })
    expect(headline).toContain('No other weights are recommended.')
    expect(reasons.map(({ text }) => text).join(' ')).toContain('the measurement counts')
    expect(verdictOf([judgedAt(60, 40)], { ...found, unchanged: true }).headline).toContain(
      'No other weights are recommended, and others may not suffice.',
    )
  })

  it('is no verdict without evidence, which lists itself what it lacks', () => {
    const evidence: Evidence = {
      grade: 'not-enough',
      lacks: [
        { code: 'no-cpu-trace', atMost: 'not-enough' },
        { code: 'short', atMost: 'thin', seconds: 90, leastSeconds: 180 },
      ],
    }
    const { verdict, headline } = verdictOf([judgedAt(30, 40)], null, 'p95', evidence)
    expect(verdict).toBe('undecided')
    expect(headline).toBe('Not enough evidence for a verdict.')
  })

  it('names the paper’s own statistic where its rule decides', () => {
    expect(verdictOf([judgedAt(50, 40)], null, 'sampled-maximum').headline).toContain(
      '(sampled maximum, as in the paper)',
    )
  })

  it('compares a host without targets with nothing', () => {
    const { target: _, ...unpromised } = judgedAt(50, 40)
    expect(verdictOf([unpromised], null)).toMatchObject({
      verdict: 'ok',
      headline: 'No targets are set, so nothing can be violated.',
    })
  })
})
