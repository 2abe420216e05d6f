import type { Headroom } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { headroomSentence, headroomWords } from './headroom-words.ts'

function of(
  domain: string,
  breaksAtFactor: number | null,
  limit: Headroom['limit'] = breaksAtFactor === null ? null : 'target',
): Headroom {
  return { domain, breaksAtFactor, limit, points: [{ loadFactor: 3, seconds: 0.05 }] }
}

it('gives the load at which a target is missed or a queue grows without bound', () => {
  expect(headroomWords(of('vm1', 1.352), 80)).toBe('over 80 ms from ×1.35 on')
  expect(headroomWords(of('vm1', 0.8), 80)).toBe('over 80 ms already from ×0.80 on')
  expect(headroomWords(of('vm1', 0.05), 8)).toBe('over 8 ms at any load')
  expect(headroomWords(of('vm1', 1.6, 'saturation'), null)).toBe(
    'its queue grows without bound from ×1.60 on',
  )
})

it('gives the range examined where nothing breaks', () => {
  expect(headroomWords(of('vm1', null), 80)).toBe('within 80 ms up to ×3.00 and beyond')
  expect(headroomWords(of('vm1', null), null)).toBe('handles at least ×3.00 the load')
  expect(headroomWords({ ...of('vm1', null), points: [] }, 80)).toBe('not known')
})

it('names the domain that breaks first', () => {
  const all = [of('vm3', 1.2), of('vm2', 1.6, 'saturation'), of('vm1', null)]
  expect(headroomSentence(all)).toBe(
    'vm3 is the first to break: it misses its target from ×1.20 the analysed load on.',
  )
  expect(headroomSentence([of('vm1', 0.9), of('vm2', 1.2)])).toBe(
    'vm1 misses its target already: from ×0.90 the analysed load on.',
  )
  expect(headroomSentence([of('vm1', 0.05)])).toBe('vm1 misses its target at any load.')
  expect(headroomSentence([of('vm1', null)])).toMatch(/^No domain/)
})
