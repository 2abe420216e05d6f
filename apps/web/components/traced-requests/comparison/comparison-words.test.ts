import { expect, it } from 'vitest'
import { aComparedPart, aRequestComparison } from '../../../lib/testing/traced-fixtures.ts'
import { causeWords, crowdWords, meansWords } from './comparison-words.ts'

it('tells how long the selected requests took, and the others', () => {
  expect(meansWords(aRequestComparison())).toBe(
    'The 45 selected requests took 61.0 ms on average, the other 860 took 14.0 ms.',
  )
})

it('names the part that stands out most, not merely the largest difference', () => {
  const chance = aComparedPart({
    kind: 'sleeps',
    domain: null,
    differenceMs: 40,
    isOverRepresented: false,
  })
  const parts = [chance, aComparedPart({ differenceMs: 33.37 })]
  expect(causeWords(aRequestComparison({ parts }))).toBe(
    'Waiting while vm3 ran makes 71 % of the difference.',
  )
})

it('names the neighbour that stands out most where most of the difference is no wait', () => {
  const queues = aComparedPart({ kind: 'queues', domain: null, differenceMs: 23.5 })
  const idle = aComparedPart({ domain: null, differenceMs: 15 })
  const parts = [queues, idle, aComparedPart({ differenceMs: 9.4 })]
  expect(causeWords(aRequestComparison({ parts }))).toBe(
    'Computing for other requests of its guest makes 50 % of the difference. Waiting while vm3 ran makes 20 % of the difference.',
  )
})

it('tells milliseconds where a share of the difference would mislead', () => {
  const parts = [aComparedPart({ differenceMs: 50 })]
  expect(causeWords(aRequestComparison({ parts }))).toBe(
    'They spent 50.0 ms more waiting while vm3 ran.',
  )
  const faster = aRequestComparison({
    selected: { requests: 5, meanMs: 10 },
    parts: [aComparedPart({ differenceMs: 1 })],
  })
  expect(causeWords(faster)).toBe('They spent 1.00 ms more waiting while vm3 ran.')
})

it('says plainly that nothing stands out', () => {
  const parts = [aComparedPart({ isOverRepresented: false })]
  expect(causeWords(aRequestComparison({ parts }))).toBe(
    'No part of their time stands out: each difference may be chance.',
  )
})

it('tells when they crowd', () => {
  const period = { fromSeconds: 3.2, toSeconds: 4, selected: 31, expected: 6.04 }
  const [first, second] = crowdWords(
    aRequestComparison({ periods: [period, { ...period, fromSeconds: 7, toSeconds: 8.25 }] }),
  )
  expect(first).toBe('31 began between 3.2 s and 4 s; 6.0 would be expected.')
  expect(second).toContain('31 also began between 7 s and 8.25 s')
  expect(crowdWords(aRequestComparison({ periods: [] }))).toEqual([
    'They began spread over time as all do, give or take chance.',
  ])
})
