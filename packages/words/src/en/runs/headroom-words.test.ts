import type { Headroom } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { headroomSentence, headroomWords } from './headroom-words.ts'

function of(
  domain: string,
  breaksAtFactor: number | null,
  limit: Headroom['limit'] = breaksAtFactor === null ? null : 'target',
): Headroom {
  const prediction = { seconds: 0.05, lowSeconds: 0.04, highSeconds: 0.06 }
  const points = [{ loadFactor: 3, ...prediction }]
  return { domain, breaksAtFactor, breaksBetween: null, limit, points }
}

it('gives the load at which a target is missed or a queue grows without bound', () => {
  expect(headroomWords(of('vm1', 1.352), 80)).toBe('is over 80 ms from ×1.35 the load on')
  expect(headroomWords(of('vm1', 0.8), 80)).toBe('is over 80 ms from ×0.80 the load on')
  expect(headroomWords(of('vm1', 0.05), 8)).toBe('is over 8 ms at any load')
  expect(headroomWords(of('vm1', 1.6, 'saturation'), null)).toBe(
    'has a queue that grows without bound from ×1.60 the load on',
  )
})

it('gives the interval of a break, as far as it lies within the loads examined', () => {
  const broken = of('vm1', 1.352)
  const words = (highFactor: number | null) =>
    headroomWords({ ...broken, breaksBetween: { lowFactor: 1.1, highFactor } }, 80)
  expect(words(1.6)).toBe('is over 80 ms from ×1.35 the load on (×1.10 to ×1.60)')
  expect(words(null)).toBe('is over 80 ms from ×1.35 the load on (×1.10 at the earliest)')
})

it('gives the range examined where nothing breaks', () => {
  expect(headroomWords(of('vm1', null), 80)).toBe(
    'stays within 80 ms up to ×3.00 the load and beyond',
  )
  expect(headroomWords(of('vm1', null), null)).toBe('handles at least ×3.00 the load')
  expect(headroomWords({ ...of('vm1', null), points: [] }, 80)).toBe('has no known limit')
})

it('names the domain that breaks first', () => {
  const all = [of('vm3', 1.2), of('vm2', 1.6, 'saturation'), of('vm1', null)]
  expect(headroomSentence(all)).toBe(
    'vm3 is the first to break: it misses its target from ×1.20 the analysed load on.',
  )
  expect(headroomSentence([of('vm1', 0.9), of('vm2', 1.2)])).toBe(
    'vm1 already misses its target: it needs 10 % less load.',
  )
  expect(headroomSentence([of('vm1', 0.05)])).toBe('vm1 misses its target at any load.')
  expect(headroomSentence([of('vm1', null)])).toMatch(/^No guest/)
})
