import { expect, it } from 'vitest'
import { domainColors, partColor } from './part-colors.ts'

it('gives each neighbour a colour of its own, and none that of the guest or of Domain-0', () => {
  const names = ['vm1', 'vm2', null, 'Domain-0', 'vm3', 'vm2']
  const colorOf = domainColors('vm1', names)
  expect(new Set(names.map(colorOf)).size).toBe(5)
})

it('keeps the colours when more names are met later', () => {
  const [few, more] = [domainColors('vm1', ['vm4']), domainColors('vm1', ['vm4', 'vm2'])]
  expect(more('vm4')).toBe(few('vm4'))
  expect(more('vm2')).not.toBe(few('vm4'))
})

it('distinguishes the parts of a request', () => {
  const colorOf = domainColors('vm1', ['vm2'])
  const colors = [
    partColor({ kind: 'runs', domain: null }, colorOf),
    partColor({ kind: 'queues', domain: null }, colorOf),
    partColor({ kind: 'waits', domain: null }, colorOf),
    partColor({ kind: 'waits', domain: 'vm2' }, colorOf),
    partColor({ kind: 'waits', domain: 'Domain-0' }, colorOf),
    partColor({ kind: 'domain-0', domain: null }, colorOf),
    partColor({ kind: 'sleeps', domain: null }, colorOf),
  ]
  expect(new Set(colors).size).toBe(colors.length)
})
