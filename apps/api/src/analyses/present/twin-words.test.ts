import { expect, it } from 'vitest'
import { assumptionOf, obstacleOf } from './twin-words.ts'

it('names the constants that are not known', () => {
  expect(assumptionOf({ code: 'constants-assumed', constants: ['time-slice', 'ratelimit'] })).toBe(
    'Not known: the time slice and the ratelimit. Xen’s default is simulated.',
  )
})

it('names the domains without CPU data', () => {
  expect(obstacleOf({ code: 'no-cpu-data', domains: ['vm1', 'vm2', 'vm3'] })).toMatch(
    /^There is no CPU data of vm1, vm2 and vm3: /,
  )
})
