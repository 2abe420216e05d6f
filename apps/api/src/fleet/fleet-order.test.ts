import { expect, it } from 'vitest'
import { byUrgency } from './fleet-order.ts'

it('puts the most pressing verdict first, and hosts without one last', () => {
  const hosts = [
    { verdict: null, name: 'new' },
    { verdict: 'ok', name: 'calm' },
    { verdict: 'reweight', name: 'b' },
    { verdict: 'migrate', name: 'full' },
    { verdict: 'reweight', name: 'a' },
  ] as const
  expect([...hosts].sort(byUrgency).map(({ name }) => name)).toEqual([
    'full',
    'a',
    'b',
    'calm',
    'new',
  ])
})
