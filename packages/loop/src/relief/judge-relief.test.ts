import { expect, test } from 'vitest'
import { calmMinutes, exampleHost, missedMinutes } from '../decide/situation.fixture.ts'
import { judgeRelief } from './judge-relief.ts'

/** vm1's target is 1 s, and it takes 2 s in the minutes that miss it. */
const before = (worstBefore: number, utilisation = 0.97) => ({ worstBefore, utilisation })

test.each([
  ['the target is kept', before(2), calmMinutes, { state: 'confirmed', domains: [] }],
  ['it is nearer', before(3), missedMinutes, { state: 'confirmed', domains: [] }],
  ['it is as far away', before(2), missedMinutes, { state: 'not-confirmed', domains: ['vm1'] }],
  ['it is farther away', before(1.2), missedMinutes, { state: 'worse', domains: ['vm1'] }],
  [
    'it is farther away under more load',
    before(1.2, 0.9),
    missedMinutes,
    { state: 'not-confirmed', domains: ['vm1'] },
  ],
  ['nothing was seen', before(2), [], { state: 'unknown', domains: [] }],
] as const)('%s', (_, relief, minutes, outcome) => {
  expect(judgeRelief(exampleHost, relief, minutes)).toEqual(outcome)
})

test('the middle of the last three minutes counts, and a gap says nothing', () => {
  const calm = calmMinutes.slice(0, 2)
  const outlier = [...calm, missedMinutes.at(-1)!]
  expect(judgeRelief(exampleHost, before(2), outlier).state).toBe('confirmed')
  const gap = { ...calm[0]!, domains: [] }
  expect(judgeRelief(exampleHost, before(2), [...calm, gap]).state).toBe('unknown')
})
