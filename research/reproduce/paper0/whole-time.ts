import { sum } from 'simple-statistics'
import { offBy } from '../figures.ts'
import type { Claim } from '../judge.ts'

/** Mean over all requests of VMs with these rates and means. */
export function overRequests(rates: readonly number[], means: readonly number[]): number {
  return sum(means.map((mean, vm) => mean * rates[vm]!)) / sum([...rates])
}

/** The value has to fall by more than the 2 % that the phases of the streams may cause. */
export function falls(what: string, after: number, before: number): Claim {
  return { says: `${what} falls (${offBy(after, before)})`, holds: after < 0.98 * before }
}
