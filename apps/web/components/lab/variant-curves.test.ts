import type { LabVariant } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { variantCurves } from './variant-curves.ts'

const curve = (id: string, ...points: [number, number][]) =>
  ({
    id,
    domains: [{ name: 'vm1', cdf: points.map(([ms, fraction]) => ({ ms, fraction })) }],
  }) as LabVariant

it('reads every curve at every point that any of them has', () => {
  const rows = variantCurves([curve('a', [10, 0.5], [20, 1]), curve('b', [5, 0], [15, 1])], 'vm1')
  expect(rows).toEqual([
    { ms: 5, within: { a: 0, b: 0 } },
    { ms: 10, within: { a: 0.5, b: 0.5 } },
    { ms: 15, within: { a: 0.75, b: 1 } },
    { ms: 20, within: { a: 1, b: 1 } },
  ])
})

it('has nothing to read for a domain without requests', () => {
  expect(variantCurves([curve('a', [10, 0.5])], 'vm2')).toEqual([])
})
