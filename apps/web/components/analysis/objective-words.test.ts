import type { Objective } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { objectivesGist } from './objective-words.ts'

const of = (objective: Objective['objective'], vm1: number): Objective => ({
  objective,
  method: 'enumerated',
  statement: '',
  weights: [
    { domain: 'vm1', weight: vm1 },
    { domain: 'vm2', weight: 256 },
  ],
  outlook: [],
})

it('names those together that agree', () => {
  expect(objectivesGist([of('delay-aware', 512), of('sdps', 1024), of('twin', 512)])).toBe(
    'Delay-aware and Twin: vm1 512, vm2 256. SDPS: vm1 1,024, vm2 256.',
  )
})

it('says so when all agree, but not of one alone', () => {
  expect(objectivesGist([of('sdps', 512), of('twin', 512)])).toMatch(/^All agree\. SDPS and Twin/)
  expect(objectivesGist([of('sdps', 512)])).toBe('SDPS: vm1 512, vm2 256.')
})
