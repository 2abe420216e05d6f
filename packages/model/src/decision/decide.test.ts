import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { JudgedDomain } from './decision.ts'
import { type FeasibilityFinding, refineDecision } from './refine-decision.ts'

function domain(
  name: string,
  observedResponseTimeSeconds: number | null,
  responseTimeSeconds?: number,
): JudgedDomain {
  return {
    name,
    observedResponseTimeSeconds,
    observedThroughputPerSecond: 45,
    offeredPerSecond: 45,
    ...(responseTimeSeconds !== undefined && { target: { responseTimeSeconds } }),
  }
}

const codes = (reasons: readonly { code: string }[]) => reasons.map((reason) => reason.code)

describe('decide: response times', () => {
  test('returns ok when every time is below its target', () => {
    const decision = decide([domain('vm1', 0.008, 0.009), domain('vm2', 0.001, 0.009)])
    expect(decision).toMatchObject({ verdict: 'ok', violators: [] })
    expect(codes(decision.reasons)).toEqual(['all-targets-met'])
  })

  test('returns reweight when one domain exceeds its target and the others have room', () => {
    const decision = decide([domain('vm1', 0.0095, 0.009), domain('vm2', 0.005, 0.009)])
    expect(decision).toMatchObject({ verdict: 'reweight', violators: ['vm1'] })
    expect(decision.sumObservedResponseTimeSeconds).toBeCloseTo(0.0145, 12)
    expect(decision.sumTargetResponseTimeSeconds).toBeCloseTo(0.018, 12)
    expect(codes(decision.reasons)).toEqual(['response-time-over-target', 'sum-within-targets'])
  })

  test('returns migrate when the sum of the peaks exceeds that of the targets: 27.4 ms against 26 ms (E0.1)', () => {
    const decision = decide([
      domain('vm1', 0.0116, 0.009),
      domain('vm2', 0.0088, 0.009),
      domain('vm3', 0.007, 0.008),
    ])
    expect(decision.sumObservedResponseTimeSeconds).toBeCloseTo(0.0274, 12)
    expect(decision).toMatchObject({ verdict: 'migrate', violators: ['vm1'] })
  })

  test('equal sums lead to reweight by default and to migrate under the printed rule (E0.2)', () => {
    const equal = [domain('vm1', 0.5, 0.25), domain('vm2', 0.25, 0.5)]
    expect(decide(equal).verdict).toBe('reweight')
    const printed = decide(equal, { rule: 'printed' })
    expect(printed.verdict).toBe('migrate')
    expect(codes(printed.reasons)).toContain('printed-rules-overlap')
    expect(codes(printed.reasons)).toContain('rules-disagree')
  })

  test('a domain without a target neither triggers nor enters the sums', () => {
    const decision = decide([domain('vm1', 0.0095, 0.009), domain('vm2', 5)])
    expect(decision).toMatchObject({ verdict: 'migrate', violators: ['vm1'] })
    expect(decision.sumObservedResponseTimeSeconds).toBe(0.0095)
  })

  test('returns ok with a reason when there are no targets at all', () => {
    expect(codes(decide([domain('vm1', 5)]).reasons)).toEqual(['no-targets'])
  })

  test('names an unmeasured domain and leaves it out', () => {
    const decision = decide([domain('vm1', null, 0.009)])
    expect(decision).toMatchObject({ verdict: 'ok', sumObservedResponseTimeSeconds: null })
    expect(codes(decision.reasons)).toContain('no-measurement')
  })
})

describe('decide: what the reasons carry', () => {
  const both = [domain('vm1', 0.02, 0.009), domain('vm2', 0.005, 0.009), domain('vm3', 0.1)]

  test('eq (6) carries both sums and the domains in them', () => {
    expect(decide(both).reasons.at(-1)).toMatchObject({
      code: 'sum-over-targets',
      sumObservedResponseTimeSeconds: expect.closeTo(0.025, 12),
      sumTargetResponseTimeSeconds: expect.closeTo(0.018, 12),
      domains: ['vm1', 'vm2'],
    })
  })

  test('kept targets are named, those of throughput among them', () => {
    const served = {
      ...domain('vm2', null),
      target: { throughputPerSecond: 40 },
    }
    expect(decide([domain('vm1', 0.005, 0.009), served, domain('vm3', 5)]).reasons).toMatchObject([
      { code: 'all-targets-met', domains: ['vm1', 'vm2'] },
    ])
    expect(codes(decide([served]).reasons)).toEqual(['all-targets-met'])
  })

  test('reasons about the whole host name no domain', () => {
    const throughput = { ...domain('vm1', null), target: { throughputPerSecond: 60 } }
    for (const decision of [
      decide([domain('vm1', 5)]),
      decide([{ ...throughput, offeredPerSecond: 90 }]),
      decide([domain('vm1', 0.5, 0.25), domain('vm2', 0.25, 0.5)], { rule: 'printed' }),
    ]) {
      const wide = decision.reasons.filter(({ code }) =>
        ['no-targets', 'sum-not-comparable', 'printed-rules-overlap', 'rules-disagree'].includes(
          code,
        ),
      )
      expect(wide.length).toBeGreaterThan(0)
      for (const { domains } of wide) expect(domains).toEqual([])
    }
  })

  test.each<[string, Partial<JudgedDomain>, JudgedDomain['target'], number]>([
    ['a response time', { observedResponseTimeSeconds: null }, { responseTimeSeconds: 1 }, 1],
    ['an answered rate', { observedThroughputPerSecond: null }, { throughputPerSecond: 1 }, 1],
    ['an offered rate', { offeredPerSecond: null }, { throughputPerSecond: 1 }, 1],
    [
      'nothing, and no rate was promised',
      { offeredPerSecond: null },
      { responseTimeSeconds: 1 },
      0,
    ],
    ['nothing', {}, { responseTimeSeconds: 1, throughputPerSecond: 1 }, 0],
  ])('names a domain that has a target and lacks %s', (_, missing, target, count) => {
    const { reasons } = decide([{ ...domain('vm1', 0.1), ...missing, target: target! }])
    const unmeasured = reasons.filter(({ code }) => code === 'no-measurement')
    expect(unmeasured.map(({ domains }) => domains)).toEqual(new Array(count).fill(['vm1']))
  })
})

describe('decide: the printed rule', () => {
  const printed = { rule: 'printed' } as const

  test('agrees with the gated one where neither erratum matters', () => {
    for (const vm1 of [0.02, 0.0095, 0.005]) {
      const domains = [domain('vm1', vm1, 0.009), domain('vm2', 0.005, 0.009)]
      expect(decide(domains, printed)).toEqual({ ...decide(domains), rule: 'printed' })
    }
  })

  test('migrates only when the sum reaches the targets: 14.5 of 18 ms does not', () => {
    const domains = [domain('vm1', 0.0095, 0.009), domain('vm2', 0.005, 0.009)]
    expect(decide(domains, printed).verdict).toBe('reweight')
  })

  test('says that its equations overlap at equal sums, with the sums', () => {
    const { reasons } = decide([domain('vm1', 0.5, 0.25), domain('vm2', 0.25, 0.5)], printed)
    expect(reasons).toContainEqual(
      expect.objectContaining({
        code: 'printed-rules-overlap',
        sumObservedResponseTimeSeconds: 0.75,
        sumTargetResponseTimeSeconds: 0.75,
      }),
    )
  })

  test('finds no overlap without sums', () => {
    const kept = [{ ...domain('vm1', null), target: { throughputPerSecond: 40 } }]
    expect(codes(decide(kept, printed).reasons)).toEqual(['all-targets-met'])
    const answered = [{ ...domain('vm1', null), target: { throughputPerSecond: 45 } }]
    expect(codes(decide(answered, printed).reasons)).toEqual([
      'throughput-below-target',
      'sum-not-comparable',
      'rules-disagree',
    ])
  })
})

describe('decide: throughput', () => {
  const served = (answered: number, offered: number | null, promised = 45): JudgedDomain => ({
    name: 'vm1',
    observedResponseTimeSeconds: null,
    observedThroughputPerSecond: answered,
    offeredPerSecond: offered,
    target: { throughputPerSecond: promised },
  })

  test('low demand is a violation only under the printed rule (E0.3)', () => {
    const decision = decide([served(10, 10)])
    expect(decision.verdict).toBe('ok')
    expect(codes(decision.reasons)).toContain('low-demand')
    expect(decide([served(10, 10)], { rule: 'printed' }).verdict).toBe('reweight')
  })

  test('answering less than both the offered rate and the target is a violation', () => {
    const decision = decide([served(40, 60)])
    expect(decision).toMatchObject({ verdict: 'reweight', violators: ['vm1'] })
    expect(codes(decision.reasons)).toEqual(['throughput-below-target', 'sum-not-comparable'])
  })

  test('a shortfall within the tolerance of the offered rate is no violation', () => {
    expect(decide([served(42, 43)]).verdict).toBe('ok')
    expect(decide([served(42, 43)], { offeredTolerance: 0 }).verdict).toBe('reweight')
    expect(decide([served(44, 60)]).verdict).toBe('reweight')
  })

  test('reaching the target is enough, however high the offered rate', () => {
    expect(decide([served(45, 90)]).verdict).toBe('ok')
  })

  test('gives no verdict on throughput without the offered rate', () => {
    const decision = decide([served(10, null)])
    expect(decision.verdict).toBe('ok')
    expect(codes(decision.reasons)).toContain('no-measurement')
  })
})

describe('refineDecision', () => {
  const found: FeasibilityFinding = {
    status: 'optimal',
    conflicts: [],
    missed: [],
    unchanged: false,
    restricted: false,
    anchored: true,
  }
  const reweight = decide([domain('vm1', 0.0095, 0.009), domain('vm2', 0.005, 0.009)])

  test('returns migrate and names the conflict when the targets are proven infeasible', () => {
    const refined = refineDecision(reweight, {
      ...found,
      status: 'infeasible',
      conflicts: [['vm1', 'vm2']],
    })
    expect(refined.verdict).toBe('migrate')
    expect(refined.reasons.at(-1)).toMatchObject({
      code: 'targets-proven-infeasible',
      domains: ['vm1', 'vm2'],
    })
  })

  test('revokes a migration of eq (6) with a reason when weights keep every target', () => {
    const migrate = decide([domain('vm1', 0.02, 0.009)])
    const refined = refineDecision(migrate, found)
    expect([migrate.verdict, refined.verdict]).toEqual(['migrate', 'reweight'])
    expect(codes(refined.reasons)).toEqual(
      expect.arrayContaining(['sum-over-targets', 'weights-meet-targets', 'sum-test-overruled']),
    )
  })

  test.each([
    ['one target missed', { missed: ['vm1'] }],
    ['nothing better than the weights in force', { unchanged: true }],
    ['a prediction by the formula alone', { anchored: false }],
  ])('%s proves no migration, but may not be remedied', (_, finding) => {
    const migrate = decide([domain('vm1', 0.02, 0.009)])
    const refined = refineDecision(migrate, { ...found, ...finding })
    expect(refined.verdict).toBe('reweight')
    expect(codes(refined.reasons)).toContain('weights-may-not-suffice')
  })

  test('a target that the best weights miss by more than the uncertainty leaves eq (6) standing', () => {
    const migrate = decide([domain('vm1', 0.02, 0.009)])
    const refined = refineDecision(migrate, { ...found, missed: ['vm1'], surelyMissed: ['vm1'] })
    expect(refined.verdict).toBe('migrate')
    expect(codes(refined.reasons)).toContain('weights-surely-miss-targets')
  })

  test('leaves the verdict of the printed rule unchanged', () => {
    const printed = decide([domain('vm1', 0.02, 0.009)], { rule: 'printed' })
    expect(refineDecision(printed, found).verdict).toBe('migrate')
  })

  test('leaves ok unchanged', () => {
    const ok = decide([domain('vm1', 0.001, 0.009)])
    expect(refineDecision(ok, { ...found, status: 'infeasible', conflicts: [['vm1']] })).toBe(ok)
  })

  test('never claims that weights keep all targets when they leave a domain over its own', () => {
    const refined = refineDecision(reweight, { ...found, missed: ['vm2'] })
    expect(refined.verdict).toBe('reweight')
    expect(codes(refined.reasons)).not.toContain('weights-meet-targets')
    expect(refined.reasons.at(-1)).toMatchObject({ code: 'weights-miss-targets', domains: ['vm2'] })
  })

  test('reports no better weights when the weights found are already in force', () => {
    const refined = refineDecision(reweight, { ...found, unchanged: true })
    expect(codes(refined.reasons)).not.toContain('weights-meet-targets')
    expect(codes(refined.reasons)).toContain('no-better-weights')
  })

  test('accepts weights that keep all targets even when the time limit ended the search', () => {
    const refined = refineDecision(reweight, { ...found, status: 'not-proven' })
    expect(codes(refined.reasons).slice(-2)).toEqual(['weights-meet-targets', 'optimum-not-proven'])
  })

  test('mentions the bounds along with the conflict', () => {
    const finding = { ...found, status: 'infeasible', conflicts: [['vm1']] } as const
    const said = (restricted: boolean) =>
      refineDecision(reweight, { ...finding, restricted }).reasons.at(-1)
    expect(said(true)).toMatchObject({ conflicts: [['vm1']], restricted: true })
    expect(said(false)).toMatchObject({ conflicts: [['vm1']], restricted: false })
  })
})
