import type { LabDomain } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { changedPins } from './pinning-advice.tsx'

const placed = (pins: Record<string, number[] | null>) => ({
  domains: Object.entries(pins).map(([name, pCpus]) => ({ name, pCpus }) as LabDomain),
})

it('names what moves, and nothing else', () => {
  const before = placed({ 'Domain-0': null, vm1: [1], vm2: [0, 1], vm3: null })
  const after = placed({ 'Domain-0': [0], vm1: [1], vm2: null, vm3: null })
  expect(changedPins(before, after)).toEqual([
    { domain: 'Domain-0', pCpus: [0] },
    { domain: 'vm2', pCpus: 'all' },
  ])
  expect(changedPins(after, after)).toEqual([])
})
