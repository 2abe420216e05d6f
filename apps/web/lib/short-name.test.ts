import { expect, it } from 'vitest'
import { shortName } from './short-name.ts'

it.each([
  ['vm1', 'vm1'],
  ['xen-production-rack-03-node-001', 'xen-pr…e-001'],
])('%s is written as %s', (name, short) => {
  expect(shortName(name, 12)).toBe(short)
})
