import type { TwinNote } from '@steelyard/analysis'
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

it('says which boosts of the host are simulated, and what is not as there', () => {
  const boosts = {
    code: 'host-boosts' as const,
    boostLasts: 'dispatch' as const,
    loan: { credits: 1000, share: 0.2, factor: 3 },
  }
  expect(assumptionOf({ ...boosts, boost: 'loan' })).toBe(
    'The simulation boosts as the host’s hypervisor for experiments did when last read: on loans of up to 1,000 credits, repaid with 20 % of the credits received and sized with k = 3, until the vCPU gets a pCPU. Unlike there, Domain-0 may borrow as well.',
  )
  expect(assumptionOf({ ...boosts, boost: 'always' })).toBe(
    'The simulation boosts as the host’s hypervisor for experiments did when last read: whenever an I/O event is delayed, until the vCPU gets a pCPU.',
  )
})

it('names the weight of real-time domains', () => {
  expect(assumptionOf({ code: 'real-time-weight', weight: 333 })).toBe(
    'Guests of weight 333 go ahead of others of their priority, as under the host’s hypervisor for experiments.',
  )
})

it('names who says how requests reach the server, or that nobody does', () => {
  const said = (stated: Extract<TwinNote, { code: 'connections' }>['stated']) =>
    assumptionOf({ code: 'connections', stated })
  expect(said({ kind: 'kept-open', by: 'log' })).toBe(
    'Requests are simulated on connections that stay open, as the logs show.',
  )
  expect(said({ kind: 'per-request', by: 'operator' })).toMatch(/of its own, as asked\.$/)
  expect(said(null)).toContain('is not known: each request is simulated on a connection of its own')
})
