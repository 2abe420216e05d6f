import { expect, test } from 'vitest'
import { hindrancesNow } from './hindrances.ts'
import { examplePolicy, NOW, pendingIn, situationOf } from './situation.fixture.ts'

test('nothing hinders a change where everything allows it', () => {
  expect(hindrancesNow(situationOf())).toEqual([])
})

test('names everything that does', () => {
  const situation = situationOf({
    stopped: 'move',
    watchProblem: 'no route',
    policy: {
      ...examplePolicy,
      windows: [{ days: [1], from: '09:00', to: '10:00' }],
      blackouts: [{ fromEpochSeconds: NOW, toEpochSeconds: NOW + 1, reason: 'sale' }],
    },
    lastChangedAtEpochSeconds: NOW - 30,
    pending: pendingIn('applied', { appliedAtEpochSeconds: NOW - 30 }),
    grant: null,
  })
  expect(hindrancesNow(situation)).toEqual([
    { code: 'stopped', reason: 'move' },
    { code: 'not-observed', problem: 'no route' },
    { code: 'blackout', reason: 'sale' },
    { code: 'outside-windows' },
    { code: 'cool-down', untilEpochSeconds: NOW + 1770 },
    { code: 'observing-outcome', untilEpochSeconds: NOW + 930 },
    { code: 'no-grant' },
  ])
})

test('a policy that is off needs no grant', () => {
  const situation = situationOf({ policy: { ...examplePolicy, mode: 'off' }, grant: null })
  expect(hindrancesNow(situation)).toEqual([{ code: 'policy-off' }])
})
