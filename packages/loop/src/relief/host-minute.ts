import type { Statistic } from '@steelyard/model'

/** One guest in one minute, as a watch shows it. */
export interface DomainMinute {
  domain: string
  /** Requests that came; 0 where its log is not followed. */
  requests: number
  cpuSeconds: number
  /** The statistic that its target is about. Null without requests. */
  valueSeconds: number | null
}

export interface HostMinute {
  startEpochSeconds: number
  /** Null where it was not measured. */
  domain0CpuSeconds: number | null
  domains: readonly DomainMinute[]
}

/** A guest with what is promised to it. */
export interface WeighedDomain {
  domain: string
  weight: number
  /** Null: it may be as slow as it likes. */
  targetSeconds: number | null
  /** How long it may take while it pays for others. */
  softTargetSeconds: number | null
  /** The most that it can use, in pCPUs: its vCPUs or its cap. */
  mostPCpus: number
}

/** A host as relief sees it. */
export interface WeighedHost {
  pCpus: number
  scheduler: 'credit' | 'credit2'
  domain0Weight: number
  /** What the targets are about. */
  statistic: Statistic
  /** Every guest that runs. */
  domains: readonly WeighedDomain[]
}

/** Seconds of the windows in which a host is watched. */
export const MINUTE_SECONDS = 60
