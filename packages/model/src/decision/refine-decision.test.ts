import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Decision, JudgedDomain } from './decision.ts'
import { type FeasibilityFinding, keepsEveryTarget, refineDecision } from './refine-decision.ts'

const found: FeasibilityFinding = {
  status: 'optimal',
  conflicts: [],
  missed: [],
  unchanged: false,
  restricted: false,
  anchored: true,
}

const decided = (more: Partial<Decision> = {}): Decision => ({
  verdict: 'reweight',
  rule: 'gated',
  violators: ['vm1'],
  sumObservedResponseTimeSeconds: 0.03,
  sumTargetResponseTimeSeconds: 0.02,
  reasons: [],
  ...more,
})

const codes = (decision: Decision, finding: Partial<FeasibilityFinding>) =>
  refineDecision(decision, { ...found, ...finding }).reasons.map(({ code }) => code)

describe('keepsEveryTarget', () => {
  test.each<[string, Partial<FeasibilityFinding>, boolean]>([
    ['other weights, every target kept', {}, true],
    ['the same, although the optimum is not proven', { status: 'not-proven' }, true],
    ['the same by the formula alone', { anchored: false }, true],
    ['no weights at all', { status: 'infeasible' }, false],
    ['a target missed', { missed: ['vm2'] }, false],
    ['the weights in force', { unchanged: true }, false],
  ])('%s', (_, finding, expected) => {
    expect(keepsEveryTarget({ ...found, ...finding })).toBe(expected)
  })
})

describe('the reasons for what the solver found', () => {
  test.each<[string, Partial<FeasibilityFinding>, string[]]>([
    ['weights that keep all', {}, ['weights-meet-targets']],
    ['the same unproven', { status: 'not-proven' }, ['weights-meet-targets', 'optimum-not-proven']],
    ['weights that miss one', { missed: ['vm2'] }, ['weights-miss-targets']],
    ['the weights in force', { unchanged: true }, ['no-better-weights']],
    [
      'the weights in force, which miss one, unproven',
      { unchanged: true, missed: ['vm2'], status: 'not-proven' },
      ['weights-miss-targets', 'no-better-weights', 'optimum-not-proven'],
    ],
    ['a conflict', { status: 'infeasible', conflicts: [['vm1']] }, ['targets-proven-infeasible']],
    [
      'a conflict within the interval of the prediction',
      { status: 'infeasible', conflicts: [['vm1']], surelyMissed: [] },
      ['targets-proven-infeasible', 'closest-weights-may-suffice'],
    ],
  ])('%s', (_, finding, expected) => {
    expect(codes(decided(), finding)).toEqual(expected)
  })

  test('come after those of the decision', () => {
    const before = { code: 'sum-not-comparable' as const, domains: [] }
    expect(codes(decided({ reasons: [before] }), {})).toEqual([
      'sum-not-comparable',
      'weights-meet-targets',
    ])
  })

  test('name each domain of the conflicts once, and keep the conflicts', () => {
    const conflicts = [
      ['vm1', 'vm2'],
      ['vm2', 'vm3'],
    ]
    const { reasons } = refineDecision(decided(), { ...found, status: 'infeasible', conflicts })
    expect(reasons).toMatchObject([{ conflicts, domains: ['vm1', 'vm2', 'vm3'] }])
  })

  test('name no domain where they are about all of them', () => {
    const { reasons } = refineDecision(decided(), { ...found, status: 'not-proven' })
    expect(reasons.map(({ domains }) => domains)).toEqual([[], []])
  })

  test('name the domains that miss their target', () => {
    const { reasons } = refineDecision(decided(), { ...found, missed: ['vm2', 'vm3'] })
    expect(reasons).toMatchObject([{ code: 'weights-miss-targets', domains: ['vm2', 'vm3'] }])
  })
})

describe('the verdict', () => {
  const infeasible = { status: 'infeasible' as const, conflicts: [['vm1']] }

  test.each<[string, Partial<Decision>, Partial<FeasibilityFinding>, Decision['verdict']]>([
    ['proven infeasible means migrate', {}, infeasible, 'migrate'],
    ['the same under the printed rule', { rule: 'printed' }, infeasible, 'migrate'],
    ['so it does beyond the interval', {}, { ...infeasible, surelyMissed: ['vm1'] }, 'migrate'],
    ['not within the interval', {}, { ...infeasible, surelyMissed: [] }, 'reweight'],
    [
      'whatever the sums say',
      { verdict: 'migrate' },
      { ...infeasible, surelyMissed: [] },
      'reweight',
    ],
    ['weights for a reweight leave it', {}, {}, 'reweight'],
    ['weights take a migration back', { verdict: 'migrate' }, {}, 'reweight'],
    ['unproven weights do so too', { verdict: 'migrate' }, { status: 'not-proven' }, 'reweight'],
    ['not the printed one', { verdict: 'migrate', rule: 'printed' }, {}, 'migrate'],
    ['so does the formula alone', { verdict: 'migrate' }, { anchored: false }, 'reweight'],
    ['so does a target within reach', { verdict: 'migrate' }, { missed: ['vm1'] }, 'reweight'],
    ['so does a lack of other weights', { verdict: 'migrate' }, { unchanged: true }, 'reweight'],
    [
      'not a target that is surely missed',
      { verdict: 'migrate' },
      { missed: ['vm1'], surelyMissed: ['vm1'] },
      'migrate',
    ],
    [
      'which alone is no reason to migrate',
      {},
      { missed: ['vm1'], surelyMissed: ['vm1'] },
      'reweight',
    ],
    ['ok stays ok', { verdict: 'ok' }, infeasible, 'ok'],
  ])('%s', (_, decision, finding, verdict) => {
    expect(refineDecision(decided(decision), { ...found, ...finding }).verdict).toBe(verdict)
  })

  test('says that the sum was overruled only where it was, and names the violators', () => {
    const { reasons } = refineDecision(decided({ verdict: 'migrate' }), found)
    expect(reasons.at(-1)).toMatchObject({ code: 'sum-test-overruled', domains: ['vm1'] })
    expect(codes(decided(), {})).not.toContain('sum-test-overruled')
    expect(codes(decided({ verdict: 'migrate' }), { anchored: false })).toEqual([
      'weights-meet-targets',
      'weights-may-not-suffice',
    ])
  })

  test('without a finding is no migration by the sums alone, and otherwise as it was', () => {
    const refined = refineDecision(decided({ verdict: 'migrate' }), null)
    expect(refined).toMatchObject({
      verdict: 'reweight',
      reasons: [{ code: 'weights-may-not-suffice', domains: ['vm1'] }],
    })
    for (const given of [decided(), decided({ verdict: 'ok' })]) {
      expect(refineDecision(given, null)).toEqual(given)
    }
    const printed = decided({ verdict: 'migrate', rule: 'printed' })
    expect(refineDecision(printed, null)).toEqual(printed)
  })

  test('keeps the figures of eq (6) and the violators', () => {
    for (const finding of [{}, infeasible]) {
      expect(
        refineDecision(decided({ verdict: 'migrate' }), { ...found, ...finding }),
      ).toMatchObject({
        rule: 'gated',
        violators: ['vm1'],
        sumObservedResponseTimeSeconds: 0.03,
        sumTargetResponseTimeSeconds: 0.02,
      })
    }
  })
})

/** Recordings of simulated hosts, each with what its own judge found. */
describe('hosts on which other weights met the target, although the sums said to move a domain', () => {
  const judged = (name: string, observedMs: number, targetMs?: number): JudgedDomain => ({
    name,
    observedResponseTimeSeconds: observedMs / 1000,
    observedThroughputPerSecond: null,
    offeredPerSecond: null,
    ...(targetMs === undefined ? {} : { target: { responseTimeSeconds: targetMs / 1000 } }),
  })

  test('a forecast of 241 ms (132 to 440) for a target of 239 ms; under those weights, 0.87 of it', () => {
    const decision = decide([judged('web', 290, 239), judged('shop', 700), judged('mail', 90)])
    expect(decision.verdict).toBe('migrate')
    const refined = refineDecision(decision, { ...found, missed: ['web'], surelyMissed: [] })
    expect(refined.verdict).toBe('reweight')
    expect(refined.reasons.map(({ code }) => code)).toEqual([
      'response-time-over-target',
      'sum-over-targets',
      'weights-miss-targets',
      'weights-may-not-suffice',
    ])
  })

  test('no weights could be tried; some met the target at 0.61 of it', () => {
    const refined = refineDecision(decide([judged('web', 120, 100), judged('shop', 900)]), null)
    expect(refined.verdict).toBe('reweight')
    expect(refined.reasons.at(-1)!.code).toBe('weights-may-not-suffice')
  })

  test('the weights found were not certain enough to be recommended; they met it at 0.99', () => {
    const decision = decide([judged('mail', 15.4, 12), judged('web', 40), judged('db', 700)])
    const refined = refineDecision(decision, { ...found, unchanged: true, surelyMissed: [] })
    expect(refined.verdict).toBe('reweight')
    expect(refined.reasons.map(({ code }) => code)).toContain('weights-may-not-suffice')
  })

  test('a measured miss is a fact: 12.71 ms for a target of 12, predicted 11.79', () => {
    const decision = decide([judged('vm1', 12.71, 12), judged('vm2', 12, 16), judged('vm3', 5, 8)])
    const refined = refineDecision(decision, { ...found, unchanged: true, missed: [] })
    expect(refined).toMatchObject({ verdict: 'reweight', violators: ['vm1'] })
    expect(refined.reasons).toContainEqual({ code: 'missed-as-measured', domains: ['vm1'] })
    const foreseen = refineDecision(decision, { ...found, unchanged: true, missed: ['vm1'] })
    expect(foreseen.reasons.map(({ code }) => code)).not.toContain('missed-as-measured')
    const elsewhere = refineDecision(decision, found)
    expect(elsewhere.reasons.map(({ code }) => code)).not.toContain('missed-as-measured')
  })
})
