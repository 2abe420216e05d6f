import { describe, expect, test } from 'vitest'
import type { Decision } from './decision.ts'
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
    ['weights for a reweight leave it', {}, {}, 'reweight'],
    ['weights take a migration back', { verdict: 'migrate' }, {}, 'reweight'],
    ['unproven weights do so too', { verdict: 'migrate' }, { status: 'not-proven' }, 'reweight'],
    ['not the printed one', { verdict: 'migrate', rule: 'printed' }, {}, 'migrate'],
    ['not by the formula alone', { verdict: 'migrate' }, { anchored: false }, 'migrate'],
    ['not where one target is missed', { verdict: 'migrate' }, { missed: ['vm1'] }, 'migrate'],
    ['not by the weights in force', { verdict: 'migrate' }, { unchanged: true }, 'migrate'],
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
    ])
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
