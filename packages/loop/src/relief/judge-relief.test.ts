import { expect, test } from 'vitest'
import { calmMinutes, exampleHost, missedMinutes } from '../decide/situation.fixture.ts'
import type { HostMinute } from './host-minute.ts'
import { judgeRelief } from './judge-relief.ts'

/** vm1's target is 1 s, and it takes 2 s in the minutes that miss it. */
const before = (worstBefore: number) => ({
  worstBefore,
  payers: [],
  changes: [],
})

/** The same minutes, in which so many times as many requests came. */
const times = (factor: number, minutes: readonly HostMinute[]) =>
  minutes.map((minute) => ({
    ...minute,
    domains: minute.domains.map((each) => ({ ...each, requests: factor * each.requests })),
  }))

test.each([
  ['the target is kept', before(2), calmMinutes, { state: 'confirmed', domains: [] }],
  ['it is nearer', before(3), missedMinutes, { state: 'confirmed', domains: [] }],
  ['it is as far away', before(2), missedMinutes, { state: 'not-confirmed', domains: ['vm1'] }],
  ['it is farther away', before(1.2), missedMinutes, { state: 'worse', domains: ['vm1'] }],
  ['nothing was seen', before(2), [], { state: 'unknown', domains: [] }],
] as const)('%s', (_, relief, minutes, outcome) => {
  const compared = { before: missedMinutes, since: minutes }
  expect(judgeRelief(exampleHost, relief, compared)).toEqual(outcome)
})

test('more load excuses more, but not what chance makes of the same', () => {
  const stateAt = (factor: number) =>
    judgeRelief(exampleHost, before(1.2), {
      before: times(1 / factor, missedMinutes),
      since: missedMinutes,
    }).state
  expect(stateAt(1.5)).toBe('not-confirmed')
  expect(stateAt(1.03)).toBe('worse')
})

test('a host that became slower has no more to do', () => {
  const slower = missedMinutes.map((minute) => ({
    ...minute,
    domains: minute.domains.map((each) => ({ ...each, cpuSeconds: 1.5 * each.cpuSeconds })),
  }))
  const compared = { before: missedMinutes, since: slower }
  expect(judgeRelief(exampleHost, before(1.2), compared).state).toBe('worse')
})

test('the middle of the last three minutes counts, and a gap says nothing', () => {
  const calm = calmMinutes.slice(0, 2)
  const outlier = [...calm, missedMinutes.at(-1)!]
  expect(judgeRelief(exampleHost, before(2), { before: calm, since: outlier }).state).toBe(
    'confirmed',
  )
  const gap = { ...calm[0]!, domains: [] }
  expect(judgeRelief(exampleHost, before(2), { before: calm, since: [...calm, gap] }).state).toBe(
    'unknown',
  )
})

test('who got less without being meant to pay needs less to have become worse', () => {
  const { weight } = exampleHost.domains.find(({ domain }) => domain === 'vm1')!
  const sum = exampleHost.domains.reduce((total, each) => total + each.weight, 0)
  const compared = { before: missedMinutes, since: missedMinutes }
  const stateWith = (shareBefore: number, worstBefore: number, payers: string[] = []) => {
    const changes = [{ domain: 'vm1', shareBefore, shareAfter: 0.9 }]
    return judgeRelief(exampleHost, { worstBefore, payers, changes }, compared).state
  }
  const share = weight / sum
  expect(stateWith(share, 1.7)).toBe('not-confirmed')
  expect(stateWith(share + 0.1, 1.7)).toBe('worse')
  expect(stateWith(share + 0.1, 1.9)).toBe('not-confirmed')
  expect(stateWith(share + 0.1, 1.7, ['vm1'])).toBe('not-confirmed')
})

test('who got less and hardly answers any more on a full host is the worst that can come', () => {
  const starving = (more: { requests?: number; cpuSeconds?: number }) =>
    missedMinutes.map((minute) => ({
      ...minute,
      domains: minute.domains.map((each) =>
        each.domain === 'vm1'
          ? { ...each, requests: 0, valueSeconds: null, ...more }
          : { ...each, cpuSeconds: 55 },
      ),
    }))
  const outcomeOf = (since: readonly HostMinute[], shareBefore = 0.8, payers: string[] = []) =>
    judgeRelief(
      exampleHost,
      { worstBefore: 1.02, payers, changes: [{ domain: 'vm1', shareBefore, shareAfter: 0.9 }] },
      { before: missedMinutes, since },
    )
  const starved = starving({ cpuSeconds: 1 })
  expect(outcomeOf(starved)).toEqual({ state: 'worse', domains: ['vm1'] })
  expect(outcomeOf(starving({ requests: 100, cpuSeconds: 1 }))).toMatchObject({ state: 'worse' })
  expect(outcomeOf(starving({ requests: 300, cpuSeconds: 1 })).state).toBe('unknown')
  // The load has gone, it was meant to pay, it got no less, or too few minutes have passed.
  const idle = starved.map((minute) => ({ ...minute, domains: minute.domains.slice(0, 1) }))
  expect(outcomeOf(idle).state).toBe('unknown')
  expect(outcomeOf(starved, 0.8, ['vm1']).state).toBe('unknown')
  expect(outcomeOf(starved, 0.5).state).toBe('unknown')
  expect(outcomeOf(starved.slice(-2)).state).toBe('unknown')
})
