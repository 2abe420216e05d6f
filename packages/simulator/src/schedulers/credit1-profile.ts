import { millisecond } from '../units.ts'

/** Differences between the generations of the credit scheduler. */
export interface Credit1Profile {
  /**
   * Before 4.0 a vCPU running at a tick paid 100 credits; since then time is charged as it passes.
   */
  charge: 'at-tick' | 'exact'
  /** Before 4.1 a domain's weight counted once, regardless of the number of its active vCPUs. */
  weightCounts: 'per-domain' | 'per-vcpu'
  /** The part of its credit that a vCPU keeps when it stops earning. */
  keepsOnLeaving: 0 | 0.5
  /** Whether `ratelimit` exists: since 4.2. */
  ratelimit: boolean
  /** Before 4.7 a vCPU woken by its migration was boosted too. */
  boostsAfterMigration: boolean
  /** Since 4.18 a pCPU looks for work on others at most once in this interval, ns. */
  balanceIntervalNs: number
}

/** `4.17` -> 4017; an unreadable version counts as the newest. */
function versionNumber(xenVersion: string): number {
  const match = /^(\d+)\.(\d+)/.exec(xenVersion)
  return match ? Number(match[1]) * 1000 + Number(match[2]) : Number.POSITIVE_INFINITY
}

/** The rules of a Xen version. */
export function credit1Profile(xenVersion = '4.17'): Credit1Profile {
  const version = versionNumber(xenVersion)
  return {
    charge: version < 4000 ? 'at-tick' : 'exact',
    weightCounts: version < 4001 ? 'per-domain' : 'per-vcpu',
    keepsOnLeaving: version < 4001 ? 0 : 0.5,
    ratelimit: version >= 4002,
    boostsAfterMigration: version < 4007,
    balanceIntervalNs: version >= 4018 ? millisecond : 0,
  }
}
