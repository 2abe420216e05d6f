import type { Evidence, Recommendation, VerdictResult } from '@steelyard/analysis'
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
  recommendation = recommended({ change: true, code: 'better', silent: [] }),
) {
  const decision = decide(judged, { rule: 'gated' })
  const refined = refineDecision(decision, feasibility)
  return presentVerdict(
    { decision: refined, judged, feasibility, statistic },
    evidence,
    recommendation,
    null,
  )
}

function recommended(advice: Recommendation['advice']): Recommendation {
  return {
    advice,
    tried: 171,
    by: 'twin',
    objective: 'total-delay',
    statistic: 'mean',
    problem: {
      load: { domains: [{ name: 'vm1' }, { name: 'vm2' }, { name: 'vm3' }] },
      currentWeights: { vm1: 256, vm2: 256, vm3: 256 },
    },
    solution: {
      status: 'optimal',
      weights: { vm1: 384, vm2: 256, vm3: 128 },
      proof: { engine: 'enumeration' },
    },
    checks: [
      { model: 'sdps', gain: 0, uncertainty: 0, before: 1, after: 1, passes: false },
      { model: 'twin', gain: 0.095, uncertainty: 0.074, before: 1, after: 0.905, passes: true },
    ],
  } as unknown as Recommendation
}

describe('the headline', () => {
  it('names the worst violation by the statistic that targets apply to', () => {
    const { verdict, headline, reasons } = verdictOf([judgedAt(50, 40)], null)
    expect(verdict).toBe('misses')
    expect(headline).toBe('vm1 takes 50 ms (mean of requests); its target is 40 ms.')
    expect(reasons.map((reason) => reason.severity)).toContain('critical')
    expect(verdictOf([judgedAt(180, 120)], null, 'p95').headline).toContain(
      '180 ms (95th percentile of requests)',
    )
  })

  it('states what the solver found about other weights', () => {
    const judged = [judgedAt(60, 40), { ...judgedAt(60, 150), name: 'vm2' }]
    expect(verdictOf(judged, found).outlook).toContain('predicted to meet every target')
    const infeasible = { ...found, status: 'infeasible', restricted: true } as const
    const { verdict, outlook } = verdictOf(judged, infeasible)
    expect(verdict).toBe('misses')
    expect(outlook).toContain('No weights within the bounds')
  })

  it('says of weights within reach that they may not suffice, and of others that they will not', () => {
    const judged = [judgedAt(60, 40)]
    expect(verdictOf(judged, null).outlook).toContain('may remedy this, but may not suffice.')
    const close = { ...found, missed: ['vm1'], surelyMissed: [] }
    expect(verdictOf(judged, close)).toMatchObject({
      verdict: 'misses',
      outlook: expect.stringContaining('over target, within the uncertainty of the prediction.'),
    })
    const far = verdictOf(judged, { ...close, unchanged: true, surelyMissed: ['vm1'] })
    expect(far).toMatchObject({
      verdict: 'misses',
      outlook: expect.stringContaining('the best weights found would leave vm1 over target.'),
    })
    expect(far.reasons.at(-1)).toMatchObject({ severity: 'critical' })
  })

  it('never calls the weights in force the best where better ones were found', () => {
    const judged = [judgedAt(60, 40), { ...judgedAt(60, 150), name: 'vm2' }]
    const kept = { ...found, unchanged: true }
    const at = (code: 'not-certain' | 'already-best') =>
      verdictOf(judged, kept, 'mean', enough, recommended({ change: false, code }))
    const unsure =
      'With other weights (vm1 384 and vm3 128) the simulation expects a gain of 9.5 % in total delay, but the models are not sure of it.'
    expect(at('not-certain').outlook).toContain(unsure)
    expect(at('not-certain').reasons.map(({ text }) => text)).toContain(unsure)
    expect(at('already-best').outlook).toMatch(/All 171 allocations .* none is better/)
  })

  it('is no verdict without evidence, which lists itself what it lacks', () => {
    const evidence: Evidence = {
      grade: 'not-enough',
      lacks: [
        { code: 'no-cpu-trace', atMost: 'not-enough' },
        { code: 'short', atMost: 'thin', seconds: 90, leastSeconds: 180 },
      ],
    }
    const { verdict, headline, outlook } = verdictOf([judgedAt(30, 40)], null, 'p95', evidence)
    expect(verdict).toBe('not-enough-evidence')
    expect(outlook).toBeNull()
    expect(headline).toBe('Not enough evidence for a verdict.')
  })

  it('is only probable on thin evidence, and saturated where a full host misses', () => {
    const at = (ms: number, lacks: Evidence['lacks']) =>
      verdictOf([judgedAt(ms, 40)], null, 'p95', { grade: 'thin', lacks }).verdict
    const full: Evidence['lacks'] = [{ code: 'host-full', atMost: 'thin', utilisation: 0.99 }]
    expect(at(30, [])).toBe('probably-meets')
    expect(at(50, [])).toBe('probably-misses')
    expect(at(50, full)).toBe('saturated')
    expect(at(30, full)).toBe('probably-meets')
  })

  it('names the paper’s own statistic where its rule decides', () => {
    expect(verdictOf([judgedAt(50, 40)], null, 'sampled-maximum').headline).toContain(
      '(sampled maximum, as in the paper)',
    )
  })

  it('compares a host without targets with nothing', () => {
    const { target: _, ...unpromised } = judgedAt(50, 40)
    expect(verdictOf([unpromised], null)).toMatchObject({
      verdict: 'no-targets',
      headline: 'Set targets to get a verdict.',
      outlook: null,
    })
  })
})
