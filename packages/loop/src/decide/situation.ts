import type { ChangeBounds } from '../change/bounds.ts'
import type { Proposal } from '../change/proposal.ts'
import type { HostMinute, WeighedHost } from '../relief/host-minute.ts'
import type { Relief } from '../relief/relief.ts'
import type { LoopPolicy } from './loop-policy.ts'

/** Shares that were in force before weights were changed by the loop or a person. */
export interface LeftShares {
  leftAtEpochSeconds: number
  /** By guest. */
  shares: Readonly<Record<string, number>>
}

/** A person's word that changes within the bounds may be made without one. */
export interface Grant {
  bounds: ChangeBounds
  expiresAtEpochSeconds: number
  /** Whether a kind of change may be made that nobody approved here before. */
  coversNewKinds: boolean
}

/** The newest recommendation that is not closed. */
export interface PendingRecommendation {
  state:
    | 'analysing'
    | 'planning'
    | 'open'
    | 'approved'
    | 'applying'
    | 'applied'
    | 'worse'
    | 'rolling-back'
  createdAtEpochSeconds: number
  expiresAtEpochSeconds: number
  /** What its analysis advises. Null while that runs, and for one that answers a miss by relief. */
  proposal: Proposal | null
  /** Null for one that comes from an analysis. */
  relief: Relief | null
  /** Whether the plan may be applied right now. Null while the host is being read for it. */
  canApply: boolean | null
  /** Why it may not. */
  cannotBecause: string | null
  /** Whether a second person must approve its plan and has not. */
  lacksApproval: boolean
  appliedAtEpochSeconds: number | null
}

/** A relief that ended without a change on the host, so that no pause between changes holds. */
export interface UnchangingRelief {
  how: 'rejected' | 'dry-run' | 'failed'
  endedAtEpochSeconds: number
}

/** All on which the loop decides what to do on a host. Plain data; times in seconds since 1970. */
export interface Situation {
  nowEpochSeconds: number
  policy: LoopPolicy
  /** The reason of the global stop. Null: not stopped. */
  stopped: string | null
  /** The end of the newest observed window. Null: nothing was observed yet. */
  observedToEpochSeconds: number | null
  /** The start of what was observed without a gap up to then. */
  observedFromEpochSeconds: number | null
  /** Why the host is not observed well. Null when it is. */
  watchProblem: string | null
  /** Null where its pCPUs or weights are not known. */
  host: WeighedHost | null
  /** What was observed without a gap, at most the newest hour, the newest last. */
  minutes: readonly HostMinute[]
  /** What the newest change by relief had learnt; empty after the host has changed. */
  factors: Readonly<Record<string, number>>
  /** The newest relief, if it ended so. */
  unchanging: UnchangingRelief | null
  /** Kinds (`kindOf`) of changes that were undone within the last hour. */
  undoneKinds: readonly string[]
  /** The open hotspots, oldest first. */
  hotspots: readonly { domain: string; openedAtEpochSeconds: number }[]
  pending: PendingRecommendation | null
  /** When an analysis of the loop last began, whatever came of it. */
  lastAnalysedAtEpochSeconds: number | null
  /** When weights last changed on the host, whoever changed them. */
  lastChangedAtEpochSeconds: number | null
  /**
   * What was in force before each change of the last day that the loop or a person made, roll-backs
   * included. What a reboot undid is none: to put it back is no coming and going.
   */
  leftLately: readonly LeftShares[]
  /** The newest grant that is neither expired nor revoked. */
  grant: Grant | null
  /** Kinds (`reliefKind` or, of an analysis, `kindOf`) that a person approved here and whose outcome was confirmed. */
  provenKinds: readonly string[]
}
