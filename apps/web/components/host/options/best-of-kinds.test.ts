import type { Lever } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { bestOfKinds } from './best-of-kinds.ts'

it('the best of each kind stays in order', () => {
  const lever = (variantId: string, kind: Lever['kind']) => ({ variantId, kind }) as Lever
  const { best, rest } = bestOfKinds([
    lever('a', 'pinning'),
    lever('weights', 'weights'),
    lever('b', 'pinning'),
  ])
  expect(best.map(({ variantId }) => variantId)).toEqual(['a', 'weights'])
  expect(rest.map(({ variantId }) => variantId)).toEqual(['b'])
})
