import { expect, it } from 'vitest'
import { aDomain, aHost } from '../testing/fixtures.ts'
import { targetsOf } from './use-analyse-watched.ts'

it('takes the targets of the domains that are there', () => {
  const target = { responseTimeMs: 80, throughputPerSecond: null, isSoft: false }
  const domains = [
    aDomain('vm1', { target }),
    aDomain('vm2'),
    aDomain('vm3', { target, gone: true }),
    aDomain('vm4', { target: { responseTimeMs: null, throughputPerSecond: 5, isSoft: false } }),
  ]
  expect(targetsOf(aHost({ domains }))).toEqual([
    { domain: 'vm1', ...target },
    { domain: 'vm4', responseTimeMs: null, throughputPerSecond: 5, isSoft: false },
  ])
})
