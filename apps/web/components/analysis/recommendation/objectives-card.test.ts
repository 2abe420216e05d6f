import type { Objective } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { objectivesGist as gist } from './objectives-card.tsx'

const of = (objective: Objective['objective'], vm1: number): Objective => ({
  objective,
  chosenBy: 'sdps',
  method: 'enumerated',
  statement: '',
  weights: [
    { domain: 'vm1', weight: vm1 },
    { domain: 'vm2', weight: 256 },
  ],
  worstOverTarget: null,
  outlook: [],
})

const objectivesGist = (all: Objective[]) => gist(all, (id) => `by ${id}`)

it('lists objectives together that choose the same weights', () => {
  expect(
    objectivesGist([of('total-delay', 512), of('mean-slowdown', 1024), of('meet-targets', 512)]),
  ).toBe(
    'For the total delay and the worst ratio of time to target: vm1 512, vm2 256. For the mean slowdown: vm1 1,024, vm2 256.',
  )
})

it('states that all agree, but not for a single one', () => {
  expect(objectivesGist([of('mean-slowdown', 512), of('total-delay', 512)])).toMatch(
    /^All agree\. For the mean slowdown and the total delay/,
  )
  expect(objectivesGist([of('mean-slowdown', 512)])).toBe(
    'For the mean slowdown: vm1 512, vm2 256.',
  )
})

it('names the estimators that choose differently for one objective', () => {
  const other = { ...of('meet-targets', 1024), chosenBy: 'twin' } satisfies Objective
  expect(objectivesGist([of('meet-targets', 512), other])).toBe(
    'For the worst ratio of time to target (by sdps): vm1 512, vm2 256. For the worst ratio of time to target (by twin): vm1 1,024, vm2 256.',
  )
})
