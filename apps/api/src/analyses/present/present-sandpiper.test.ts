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
  peakArrivalRatePerSecond: 45,
})
const statementOf = (domains: SandpiperDomainAction[], serviceTimeSource: 'log' | 'cpu' = 'log') =>
  presentSandpiper({ domains, serviceTimeSource }).statement

it('says whom SandPiper would raise, by how much and why, and who is within', () => {
  expect(statementOf([action('vm1', 8.43, 5.336), action('vm2', 90, 1)])).toMatch(
    /^SandPiper would raise vm1 ×5.34, because λ_peak is 45\/s against λ_cap 8.43\/s; leave vm2\./,
  )
  expect(statementOf([action('vm1', 90, 1), action('vm2', 90, 1)])).toContain(
    'would do nothing: λ_peak is within λ_cap for vm1 and vm2.',
  )
})

it('names what its service time is', () => {
  expect(statementOf([action('vm1', 90, 1)])).toContain('contains the waiting')
  expect(statementOf([action('vm1', 90, 1)], 'cpu')).toContain('CPU time per request')
})

it('says for whom it finds no factor, and of whom it knows too little', () => {
  expect(statementOf([action('vm1', 0, null)])).toContain('find no factor for vm1 (λ_cap is 0)')
  const unknown = (domain: string) => action(domain, null, null)
  expect(statementOf(['vm1', 'vm2', 'vm3'].map(unknown))).toMatch(
    /^SandPiper cannot say what to do: of vm1, vm2 and vm3 it lacks/,
  )
  expect(statementOf([action('vm1', 90, 1), unknown('vm2')])).toContain(
    'silent on the rest: of vm2',
  )
})
