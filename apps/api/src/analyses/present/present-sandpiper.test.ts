import type { SandpiperDomainAction } from '@steelyard/analysis'
import { expect, it } from 'vitest'
import { presentSandpiper } from './present-sandpiper.ts'

const action = (
  domain: string,
  lambdaCapPerSecond: number | null,
  weightFactor: number | null,
): SandpiperDomainAction => ({
  domain,
  lambdaCapPerSecond,
  weightFactor,
  busyArrivalRatePerSecond: 45,
  weight: 256,
})
const statementOf = (domains: SandpiperDomainAction[], serviceTimeSource: 'log' | 'cpu' = 'log') =>
  presentSandpiper({ domains, serviceTimeSource }).statement

it('states which domains SandPiper would raise, by how much and why, and which are within their targets', () => {
  expect(statementOf([action('vm1', 8.43, 5.336), action('vm2', 90, 1)])).toMatch(
    /^SandPiper would raise vm1 ×5.34, because it receives 45\/s in busy windows and can serve 8.43\/s within its target; leave vm2\./,
  )
  expect(statementOf([action('vm1', 90, 1), action('vm2', 90, 1)])).toContain(
    'would do nothing: vm1 and vm2 can serve what they receive in busy windows.',
  )
})

it('names the source of its service time', () => {
  expect(statementOf([action('vm1', 90, 1)])).toContain('includes the waiting')
  expect(statementOf([action('vm1', 90, 1)], 'cpu')).toContain('CPU time per request')
})

it('states for which domains it finds no factor, and which lack data', () => {
  expect(statementOf([action('vm1', 0, null)])).toContain(
    'find no factor for vm1 (no rate would meet the target)',
  )
  const unknown = (domain: string) => action(domain, null, null)
  expect(statementOf(['vm1', 'vm2', 'vm3'].map(unknown))).toMatch(
    /^SandPiper cannot say what to do: for vm1, vm2 and vm3, the target/,
  )
  expect(statementOf([action('vm1', 90, 1), unknown('vm2')])).toContain(
    'silent on the rest: for vm2',
  )
})
