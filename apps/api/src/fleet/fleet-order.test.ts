import { expect, it } from 'vitest'
import { byUrgency } from './fleet-order.ts'

it('puts the most pressing verdict first, and hosts without one last', () => {
  const hosts = [
    { verdict: null, name: 'new' },
    { verdict: 'meets', name: 'calm' },
    { verdict: 'misses', name: 'b' },
    { verdict: 'saturated', name: 'full' },
    { verdict: 'misses', name: 'a' },
  ] as const
  expect([...hosts].sort(byUrgency).map(({ name }) => name)).toEqual([
    'full',
    'a',
    'b',
    'calm',
    'new',
  ])
})
