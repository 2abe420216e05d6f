import { expect, it } from 'vitest'
import { inHostOrder } from './domain-order.ts'
import { aDomain } from './testing/fixtures.ts'

it('is that of the host, with strangers last in their own order', () => {
  const domains = ['vm2', 'vm10', 'vm1'].map((name) => aDomain(name))
  const items = ['x', 'vm1', 'y', 'vm2', 'vm10'].map((domain) => ({ domain }))
  expect(inHostOrder(items, { domains }).map(({ domain }) => domain)).toEqual([
    'vm2',
    'vm10',
    'vm1',
    'x',
    'y',
  ])
})
