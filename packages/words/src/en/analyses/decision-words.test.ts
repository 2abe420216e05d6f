import { expect, it } from 'vitest'
import { decisionWords } from './decision-words.ts'

it('gives the figures of a missed target', () => {
  expect(
    decisionWords({
      code: 'response-time-over-target',
      observedResponseTimeSeconds: 0.0095,
      targetResponseTimeSeconds: 0.009,
      domains: ['vm1'],
    }),
  ).toBe('vm1 takes 9.5 ms, its target is 9 ms.')
})

it('mentions what a domain was asked where it is known', () => {
  const shortfall = (offeredPerSecond: number | null) =>
    decisionWords({
      code: 'throughput-below-target',
      observedThroughputPerSecond: 40,
      targetThroughputPerSecond: 45,
      offeredPerSecond,
      domains: ['vm1'],
    })
  expect(shortfall(60)).toBe(
    'vm1 answers 40.0 requests per second of the 60.0 that it receives, its target is 45.0.',
  )
  expect(shortfall(null)).toBe('vm1 answers 40.0 requests per second, its target is 45.0.')
})

it('mentions the bounds along with the conflicts', () => {
  const said = (restricted: boolean) =>
    decisionWords({
      code: 'targets-proven-infeasible',
      conflicts: [['vm1', 'vm2'], ['vm3']],
      restricted,
      domains: ['vm1', 'vm2', 'vm3'],
    })
  expect(said(true)).toContain('within the bounds')
  expect(said(false)).toBe(
    'No weights in the requested steps are predicted to meet all targets. In conflict: vm1 with vm2; vm3.',
  )
})
