import { describe, expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import {
  exampleHost,
  examplePolicy,
  exampleProposal,
  missedMinutes,
  NOW,
  pendingIn,
  situationOf,
} from './situation.fixture.ts'
import type { Situation } from './situation.ts'

const withPolicy = (policy: Partial<Situation['policy']>, wanted: Partial<Situation> = {}) =>
  situationOf({ policy: { ...examplePolicy, ...policy }, ...wanted })

describe('a hotspot with nothing pending', () => {
  test('leads to an analysis of the look-back range, a third of it before the hotspot', () => {
    const since = (seconds: number) =>
      nextStep(situationOf({ hotspots: [{ domain: 'vm1', openedAtEpochSeconds: NOW - seconds }] }))
    const analyse = (seconds: number) => ({
      do: 'analyse',
      fromEpochSeconds: NOW - seconds,
      toEpochSeconds: NOW,
    })
    expect(since(0)).toEqual(analyse(600))
    expect(since(1000)).toEqual(analyse(1600))
    expect(since(1300)).toEqual(analyse(1800))
  })

  test('looks back for five minutes at least', () => {
    const hotspots = [{ domain: 'vm1', openedAtEpochSeconds: NOW }]
    expect(nextStep(withPolicy({ lookBackSeconds: 600 }, { hotspots }))).toMatchObject({
      fromEpochSeconds: NOW - 300,
    })
  })

  test('does not look back before the last change of weights, nor before a gap', () => {
    expect(
      nextStep(withPolicy({ coolDownSeconds: 60 }, { lastChangedAtEpochSeconds: NOW - 600 })),
    ).toMatchObject({ do: 'analyse', fromEpochSeconds: NOW - 600 })
    expect(nextStep(situationOf({ observedFromEpochSeconds: NOW - 700 }))).toMatchObject({
      do: 'analyse',
      fromEpochSeconds: NOW - 700,
    })
  })

  test.each<[string, Situation, object]>([
    ['the policy is off', withPolicy({ mode: 'off' }), { code: 'policy-off' }],
    ['all is stopped', situationOf({ stopped: 'move' }), { code: 'stopped', reason: 'move' }],
    [
      'the newest window is old',
      situationOf({ observedToEpochSeconds: NOW - 121 }),
      { code: 'not-observed', problem: null },
    ],
    [
      'the newest window is of the future, as after a clock was put back',
      situationOf({ observedToEpochSeconds: NOW + 121 }),
      { code: 'not-observed', problem: null },
    ],
    [
      'the watch has a problem',
      situationOf({ watchProblem: 'no route' }),
      { code: 'not-observed', problem: 'no route' },
    ],
    [
      'weights changed lately',
      situationOf({ lastChangedAtEpochSeconds: NOW - 1799 }),
      { code: 'cool-down', untilEpochSeconds: NOW + 1 },
    ],
    [
      'it was analysed lately',
      situationOf({ lastAnalysedAtEpochSeconds: NOW - 599 }),
      { code: 'analysed-lately', untilEpochSeconds: NOW + 1 },
    ],
    [
      'too little was observed since a gap',
      situationOf({ observedFromEpochSeconds: NOW - 299 }),
      { code: 'observed-too-briefly', untilEpochSeconds: NOW + 1 },
    ],
    ['there is none', situationOf({ hotspots: [] }), { code: 'no-hotspot' }],
  ])('leads to nothing when %s', (_, situation, because) => {
    expect(nextStep(situation)).toEqual({ do: 'nothing', because })
  })

  test('is analysed outside the windows too: only changes wait for them', () => {
    const windows = [{ days: [2], from: '22:00', to: '23:00' }]
    expect(nextStep(withPolicy({ windows })).do).toBe('analyse')
  })
})

describe('after the analysis', () => {
  const analysed = (proposal: Partial<typeof exampleProposal>, policy = {}) =>
    nextStep(
      withPolicy(policy, {
        pending: pendingIn('analysing', { proposal: { ...exampleProposal, ...proposal } }),
      }),
    )

  test('a change that is worth it gets a plan', () => {
    expect(analysed({})).toEqual({ do: 'plan' })
  })

  test.each([
    ['advice to leave', { isChange: false }, {}, 'leave'],
    ['not enough evidence', { evidence: 'not-enough' as const }, {}, 'not-enough-evidence'],
    ['a small gain', { gain: 0.049 }, {}, 'gain-too-small'],
    ['a gain that is no number', { gain: Number.NaN }, {}, 'gain-too-small'],
    ['a step beyond the policy', {}, { largestStep: 0.1 }, 'beyond-policy'],
    ['a payer that is none', {}, { payers: [] }, 'beyond-policy'],
  ])('%s is dropped', (_, proposal, policy, code) => {
    expect(analysed(proposal, policy)).toMatchObject({ do: 'drop', because: { code } })
  })

  test('a running analysis is waited for', () => {
    const pending = pendingIn('analysing', { proposal: null })
    expect(nextStep(situationOf({ pending }))).toEqual({
      do: 'nothing',
      because: { code: 'under-way' },
    })
  })
})

describe('once the plan is made', () => {
  const planned = (wanted: Partial<Situation> = {}, pending = {}) =>
    nextStep(situationOf({ pending: pendingIn('planning', pending), ...wanted }))

  test('it is applied with the grant if everything allows that', () => {
    expect(planned()).toEqual({ do: 'apply', authority: 'grant' })
  })

  test.each(['recommend', 'approve'] as const)('it is offered under %s', (mode) => {
    expect(planned({ policy: { ...examplePolicy, mode } })).toEqual({ do: 'offer', because: null })
  })

  test('a dry run says that it would have been applied', () => {
    expect(planned({ policy: { ...examplePolicy, dryRun: true } })).toEqual({ do: 'would-apply' })
  })

  const left = { leftAtEpochSeconds: NOW - 1200, shares: { vm1: 0.65, vm2: 0.35 } }
  test.each<[string, Partial<Situation>, object, object]>([
    ['there is no grant', { grant: null }, {}, { code: 'no-grant' }],
    [
      'the grant has expired',
      {
        grant: {
          bounds: { largestStep: 1, payers: null },
          expiresAtEpochSeconds: NOW,
          coversNewKinds: false,
        },
      },
      {},
      { code: 'no-grant' },
    ],
    [
      'the grant is for less',
      {
        grant: {
          bounds: { largestStep: 0.1, payers: null },
          expiresAtEpochSeconds: NOW + 1,
          coversNewKinds: false,
        },
      },
      {},
      { code: 'beyond-grant', domains: ['vm1', 'vm2'] },
    ],
    [
      'nobody approved one of its kind',
      { provenKinds: ['vm1- vm2+'] },
      {},
      { code: 'new-kind', kind: 'vm1+ vm2-' },
    ],
    [
      'it would put back what was left just now',
      { leftLately: [left] },
      {},
      { code: 'back-again', leftAtEpochSeconds: left.leftAtEpochSeconds },
    ],
    [
      'a second person must approve it',
      {},
      { lacksApproval: true },
      { code: 'second-person-needed' },
    ],
    [
      'the plan cannot be applied',
      {},
      { canApply: false, cannotBecause: 'drift' },
      { code: 'cannot-apply', reason: 'drift' },
    ],
    ['no target is missed any more', { hotspots: [] }, {}, { code: 'no-hotspot' }],
    ['all is stopped', { stopped: 'move' }, {}, { code: 'stopped', reason: 'move' }],
  ])('it is offered, with the reason, when %s', (_, wanted, pending, because) => {
    expect(planned(wanted, pending)).toEqual({ do: 'offer', because })
  })

  test('what was left longer ago does not count', () => {
    const leftLately = [{ ...left, leftAtEpochSeconds: NOW - 1800 }]
    expect(planned({ leftLately }).do).toBe('apply')
  })
})

describe('while it is open', () => {
  const open = pendingIn('open')

  test('it waits for a person', () => {
    const situation = withPolicy(
      { mode: 'approve' },
      { pending: open, lastAnalysedAtEpochSeconds: NOW - 60 },
    )
    expect(nextStep(situation)).toEqual({ do: 'nothing', because: { code: 'waits-for-person' } })
  })

  test('a hotspot that goes on leads to a newer analysis after the look-back time', () => {
    const pending = pendingIn('open', { createdAtEpochSeconds: NOW - 1800 })
    const lastAnalysedAtEpochSeconds = NOW - 1800
    expect(
      nextStep(withPolicy({ mode: 'recommend' }, { pending, lastAnalysedAtEpochSeconds })).do,
    ).toBe('analyse')
  })

  test('a relief is not replaced by one that hardly differs', () => {
    const miss = withPolicy(
      { mode: 'approve' },
      { host: exampleHost, minutes: missedMinutes, lastAnalysedAtEpochSeconds: NOW - 60 },
    )
    const fresh = nextStep(miss)
    if (fresh.do !== 'relieve') throw new Error(fresh.do)
    const waiting = (moved: number) => {
      const changes = fresh.relief.changes.map((each, index) => ({
        ...each,
        shareAfter: each.shareAfter + (index === 0 ? -moved : moved),
      }))
      const relief = { ...fresh.relief, changes }
      const createdAtEpochSeconds = NOW - 1800
      return nextStep({
        ...miss,
        pending: pendingIn('open', { createdAtEpochSeconds, proposal: null, relief }),
      })
    }
    expect(waiting(0.02)).toEqual({ do: 'nothing', because: { code: 'waits-for-person' } })
    expect(waiting(0.2).do).toBe('relieve')
  })

  test('it is applied with the grant once a window opens', () => {
    const policy = { windows: [{ days: [2], from: '09:00', to: '10:00' }] }
    expect(nextStep(withPolicy(policy, { pending: open }))).toMatchObject({ do: 'apply' })
    expect(
      nextStep(withPolicy(policy, { pending: open, nowEpochSeconds: NOW - 1 })),
    ).not.toMatchObject({ do: 'apply' })
  })

  test('it expires', () => {
    const pending = pendingIn('open', { expiresAtEpochSeconds: NOW })
    expect(nextStep(situationOf({ pending }))).toEqual({ do: 'expire' })
  })
})

describe('once a person has approved it', () => {
  const approved = (policy = {}, wanted: Partial<Situation> = {}) =>
    nextStep(
      withPolicy({ mode: 'approve', ...policy }, { pending: pendingIn('approved'), ...wanted }),
    )

  test('it is applied, without any grant', () => {
    expect(approved({}, { grant: null, provenKinds: [] })).toEqual({
      do: 'apply',
      authority: 'approval',
    })
  })

  const blackout = { fromEpochSeconds: NOW, toEpochSeconds: NOW + 1, reason: 'sale' }
  test.each<[string, object, Partial<Situation>, object]>([
    [
      'a window',
      { windows: [{ days: [1], from: '09:00', to: '10:00' }] },
      {},
      { code: 'outside-windows' },
    ],
    ['the end of a blackout', { blackouts: [blackout] }, {}, { code: 'blackout', reason: 'sale' }],
    [
      'the cool-down',
      {},
      { lastChangedAtEpochSeconds: NOW - 1 },
      { code: 'cool-down', untilEpochSeconds: NOW + 1799 },
    ],
    ['the end of a stop', {}, { stopped: 'move' }, { code: 'stopped', reason: 'move' }],
    [
      'a second person',
      {},
      { pending: pendingIn('approved', { lacksApproval: true }) },
      { code: 'second-person-needed' },
    ],
  ])('it waits for %s', (_, policy, wanted, because) => {
    expect(approved(policy, wanted)).toEqual({ do: 'nothing', because })
  })

  test('under `recommend` the change is left to a person', () => {
    expect(approved({ mode: 'recommend' }).do).toBe('nothing')
  })
})

describe('after the application', () => {
  const appliedAt = NOW - 2000
  const applied = (wanted: Partial<Situation> = {}) =>
    nextStep(
      situationOf({
        pending: pendingIn('applied', { appliedAtEpochSeconds: appliedAt }),
        lastChangedAtEpochSeconds: appliedAt + 5,
        ...wanted,
      }),
    )

  test('its outcome is judged on what was observed since it settled', () => {
    expect(applied()).toEqual({
      do: 'judge-outcome',
      fromEpochSeconds: appliedAt + 60,
      toEpochSeconds: appliedAt + 960,
    })
  })

  test('before that, it is observed', () => {
    expect(applied({ observedToEpochSeconds: appliedAt + 959 })).toEqual({
      do: 'nothing',
      because: { code: 'observing-outcome', untilEpochSeconds: appliedAt + 960 },
    })
  })

  test('a gap starts the observation anew', () => {
    expect(applied({ observedFromEpochSeconds: NOW - 800 })).toEqual({
      do: 'nothing',
      because: { code: 'observing-outcome', untilEpochSeconds: NOW + 100 },
    })
  })

  test('another change of weights ends it', () => {
    expect(applied({ lastChangedAtEpochSeconds: appliedAt + 600 })).toEqual({
      do: 'judge-outcome',
      fromEpochSeconds: appliedAt + 60,
      toEpochSeconds: appliedAt + 600,
    })
  })

  test('a day later it is judged on whatever there is', () => {
    const wanted = { nowEpochSeconds: appliedAt + 86_460, observedToEpochSeconds: appliedAt }
    expect(applied(wanted)).toMatchObject({
      do: 'judge-outcome',
      fromEpochSeconds: appliedAt + 60,
      toEpochSeconds: appliedAt + 60,
    })
  })

  test('it is judged also when the policy is off by now', () => {
    expect(applied({ policy: { ...examplePolicy, mode: 'off' } }).do).toBe('judge-outcome')
  })
})

describe('an outcome that is worse', () => {
  const worse = (policy = {}, wanted: Partial<Situation> = {}) =>
    nextStep(
      withPolicy(policy, {
        pending: pendingIn('worse', { appliedAtEpochSeconds: NOW - 1000 }),
        lastChangedAtEpochSeconds: NOW - 1000,
        ...wanted,
      }),
    )

  test('is rolled back with the grant, also in cool-down and outside windows', () => {
    expect(worse({ windows: [{ days: [1], from: '09:00', to: '10:00' }] })).toEqual({
      do: 'roll-back',
    })
  })

  test.each<[string, object, Partial<Situation>]>([
    ['under `approve`', { mode: 'approve' }, {}],
    ['without a grant', {}, { grant: null }],
    ['in a dry run', { dryRun: true }, {}],
    ['when somebody changed weights since', {}, { lastChangedAtEpochSeconds: NOW - 100 }],
  ])('asks a person %s', (_, policy, wanted) => {
    expect(worse(policy, wanted)).toEqual({
      do: 'nothing',
      because: { code: 'waits-for-person' },
    })
  })

  test('is left alone while all is stopped', () => {
    expect(worse({}, { stopped: 'move' })).toMatchObject({ because: { code: 'stopped' } })
  })
})
