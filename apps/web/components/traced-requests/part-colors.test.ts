import { expect, it } from 'vitest'
import { guestLooks } from '../charts/palette.ts'
import { partColor, requestColors } from './part-colors.ts'

it('distinguishes the parts of a request', () => {
  const own = requestColors('vm1', guestLooks(['vm1', 'vm2']))
  const colors = [
    partColor({ kind: 'runs', domain: null }, own),
    partColor({ kind: 'queues', domain: null }, own),
    partColor({ kind: 'waits', domain: null }, own),
    partColor({ kind: 'waits', domain: 'vm2' }, own),
    partColor({ kind: 'waits', domain: 'Domain-0' }, own),
    partColor({ kind: 'domain-0', domain: null }, own),
    partColor({ kind: 'sleeps', domain: null }, own),
  ]
  expect(new Set(colors).size).toBe(colors.length)
})
