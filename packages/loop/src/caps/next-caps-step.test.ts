import { expect, test } from 'vitest'
import { examplePolicy, NOW } from '../decide/situation.fixture.ts'
import { beyondCapBounds } from './beyond-cap-bounds.ts'
import { questionOf } from './caps.fixture.ts'
import { type CapsSituation, nextCapsStep } from './next-caps-step.ts'

const bounds = ['vm1', 'vm2'].map((domain) => ({
  domain,
  leastCapPercent: 10,
  highestCapPercent: null,
}))
const stepIn = (wanted: Partial<CapsSituation> = {}) =>
  nextCapsStep({
    ...questionOf(),
    nowEpochSeconds: NOW,
    mode: 'automatic',
    policy: examplePolicy,
    stopped: null,
    notSampled: null,
    grant: { bounds },
    needsSecondPerson: false,
    ...wanted,
  })
const outside = { ...examplePolicy, windows: [{ days: [1], from: '09:00', to: '10:00' }] }
const blackout = {
  ...examplePolicy,
  blackouts: [{ fromEpochSeconds: NOW, toEpochSeconds: NOW + 1, reason: 'sale' }],
}
/** Everything is to be given back. */
const over = { active: [], inForce: { vm1: 30, vm2: 30 }, before: { vm1: 0, vm2: 0 } }

test('changes the caps where a grant allows it, and only says so in a dry run', () => {
  const changes = ['vm1', 'vm2'].map((domain) => ({ domain, from: 0, to: 30 }))
  expect(stepIn()).toMatchObject({ do: 'change', changes })
  expect(stepIn({ mode: 'dry-run', grant: null })).toMatchObject({ do: 'would-change', changes })
})

test('does nothing where nothing is due', () => {
  expect(stepIn({ active: [] })).toMatchObject({ do: 'nothing', because: null })
  expect(stepIn({ inForce: { vm1: 30, vm2: 30 } })).toMatchObject({ because: null })
})

test.each<[Partial<CapsSituation>, object]>([
  [{ mode: 'off' }, { code: 'policy-off' }],
  [
    { notSampled: { code: 'not-observed', problem: 'no route' } },
    { code: 'not-observed', problem: 'no route' },
  ],
  [{ stopped: 'move' }, { code: 'stopped', reason: 'move' }],
  [{ policy: blackout }, { code: 'blackout', reason: 'sale' }],
  [{ policy: outside }, { code: 'outside-windows' }],
  [{ grant: null }, { code: 'no-grant' }],
  [{ grant: { bounds: bounds.slice(1) } }, { code: 'beyond-grant', domains: ['vm1'] }],
  [{ needsSecondPerson: true }, { code: 'second-person-needed' }],
])('does nothing with %j', (wanted, because) => {
  expect(stepIn(wanted)).toMatchObject({ do: 'nothing', because })
})

test('gives back outside the windows, but neither in a blackout nor without a grant', () => {
  expect(stepIn({ ...over, policy: outside }).do).toBe('change')
  expect(stepIn({ ...over, policy: blackout }).do).toBe('nothing')
  expect(stepIn({ ...over, grant: null }).do).toBe('nothing')
})

test('a grant covers its domains, its bounds, and whatever gives back what was there', () => {
  const change = (to: number, domain = 'vm1') => ({ domain, from: 50, to })
  const capped = [{ domain: 'vm1', leastCapPercent: 10, highestCapPercent: 60 }]
  const beyond = (to: number, domain?: string, before = {}) =>
    beyondCapBounds(capped, [change(to, domain)], before)
  expect([beyond(10), beyond(60)]).toEqual([[], []])
  expect([beyond(9), beyond(61), beyond(8)]).toEqual([['vm1'], ['vm1'], ['vm1']])
  expect([beyond(30, 'vm2'), beyond(0, 'vm2', { vm2: 0 })]).toEqual([['vm2'], []])
})
