import type { PoolInventory, RunStateGap } from '@steelyard/xapi'
import { expect, it } from 'vitest'
import { clockOffWords, gapWords, LOAD_LIMITS, unrecordedWords } from './load-words.ts'

const inventory = {
  hosts: [{ uuid: 'h1', name: 'xen1', domain0: { uuid: 'd0' } }],
  guests: [{ uuid: 'g1', name: 'web' }],
} as PoolInventory

const gaps: RunStateGap[] = [
  { code: 'no-address' },
  { code: 'certificate-changed' },
  { code: 'not-live' },
  { code: 'unreachable' },
  { code: 'unreadable' },
  { code: 'no-data' },
  { code: 'another-step', askedSeconds: 5, stepSeconds: 60 },
  { code: 'not-recorded', guestUuid: 'g1' },
  { code: 'lost', guestUuid: 'd0', samples: 3 },
  { code: 'do-not-add-up', guestUuid: 'gone', samples: 1 },
]

it('names what is missing as its owner does', () => {
  const said = gaps.map((gap) => gapWords(gap, 'xen1', inventory))
  expect(new Set(said).size).toBe(gaps.length)
  for (const each of said) expect(each).toMatch(/xen1|web|Domain-0|gone/)
  expect(said[7]).toContain('web')
  expect(said[8]).toContain('Samples of Domain-0 were lost')
})

it('says whose role it takes, and which way a clock is off', () => {
  expect(unrecordedWords(3, true)).toMatch(/3 guests.*vm-admin/)
  expect(unrecordedWords(3, false)).not.toContain('vm-admin')
  expect(clockOffWords('xen1', -180)).toContain('3 min behind')
  expect(clockOffWords('xen1', 180)).toContain('ahead of')
})

it('keeps its sentences short', () => {
  const all = [...LOAD_LIMITS, ...gaps.map((gap) => gapWords(gap, 'xen1', inventory))]
  for (const sentence of all.flatMap((text) => text.split(/(?<=\.) /)))
    expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
})
