import type { KeptXlWeight, XlMoveRefusal, XlWhereabouts } from '@steelyard/xen'
import { expect, it } from 'vitest'
import { keptXlWeightWords, xlRefusalWords, xlWhereaboutsWords } from './xl-move-words.ts'

const names = { guest: 'web', from: 'xen1', to: 'xen2' }
const GIBIBYTE = 1024 ** 3

const refusals: XlMoveRefusal[] = [
  { code: 'guest-unknown' },
  { code: 'control-domain' },
  { code: 'not-running' },
  { code: 'guest-busy' },
  { code: 'already-there' },
  { code: 'name-taken' },
  { code: 'not-enough-memory', neededBytes: 8 * GIBIBYTE, freeBytes: 2 * GIBIBYTE },
  { code: 'older-xen', fromVersion: '4.18.1', toVersion: '4.17.7' },
]
const places: XlWhereabouts['where'][] = ['here', 'there', 'both', 'neither', 'unknown']
const kept: KeptXlWeight[] = ['kept', 'set-again', 'differs', 'unread']
const said = [
  ...refusals.map((refusal) => xlRefusalWords(refusal, names)),
  ...places.map((where) => xlWhereaboutsWords(where, null, names)),
  ...kept.map(keptXlWeightWords),
]

it('says each in a sentence of its own, short and without XAPI', () => {
  expect(new Set(said).size).toBe(said.length)
  for (const sentence of said.flatMap((text) => text.split(/(?<=\.) /)))
    expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
  expect(said.join(' ')).not.toMatch(/XAPI|undefined/)
})

it('names what is missing', () => {
  expect(xlRefusalWords(refusals[6]!, names)).toBe(
    'web needs 8.00 GiB, and xen2 has 2.00 GiB free.',
  )
  expect(xlRefusalWords(refusals[7]!, names)).toContain('Xen 4.17.7')
})

it('repeats what xl said where the guest did not arrive', () => {
  const task = { end: 'failure' as const, said: 'Migration failed, resuming at sender.' }
  const stayed = 'web still runs on xen1. xl said: Migration failed, resuming at sender.'
  expect(xlWhereaboutsWords('here', task, names)).toBe(stayed)
  expect(xlWhereaboutsWords('there', task, names)).toBe('web runs on xen2, and no more on xen1.')
})
