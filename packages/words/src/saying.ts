import type { Lack, Prediction, Recommendation, WeightCheck } from '@steelyard/analysis'
import type { NotificationEvent, OutcomeState } from '@steelyard/contract'
import type {
  CapChange,
  CapsSituation,
  Hindrance,
  NotWorthIt,
  Relief,
  WantedCaps,
} from '@steelyard/loop'
import type { WeightProblem, WeightSolution } from '@steelyard/solver'
import type { ApplicationResult } from '@steelyard/xen'
import type { MoveEffect, MoveNames } from './move.ts'

/**
 * What the loop did, found or waits for, in codes and values: a line of its journal, and why a
 * recommendation stands as it does. Times are in seconds since 1970.
 */
export type Saying =
  | { code: 'stopped'; by: string; reason: string }
  | { code: 'resumed'; by: string }
  | ({ code: 'hotspot-opened' | 'hotspot-closed' } & HotspotFigures)
  | { code: 'looked-at-no-more'; domain: string }
  | { code: 'nothing-done' | 'move-needed'; because: Hindrance }
  | { code: 'waits'; changes: readonly WeightChange[]; because: Hindrance }
  | { code: 'asks-to-roll-back'; changes: readonly WeightChange[] }
  | { code: 'relief-planned'; relief: ReliefFigures }
  | {
      code: 'analysis-started'
      fromEpochSeconds: number
      toEpochSeconds: number
      /** Those that missed their targets. */
      domains: readonly string[]
    }
  | { code: 'not-worth-it'; because: NotWorthIt; analysis: AnalysisSays }
  | { code: 'reading-host' }
  | {
      code: 'recommended'
      proposal: ProposedChange
      /** Why a person has to act, if not because the policy says so. */
      because: Hindrance | null
      /** Whether the policy only recommends. */
      byHand: boolean
    }
  | { code: 'would-apply'; proposal: ProposedChange; authority: Authority }
  | { code: 'superseded' }
  | { code: 'decided'; by: string; decision: 'approved' | 'rejected'; note: string }
  | { code: 'plan-rejected' | 'applied-by-hand'; by: string }
  /** `from`: the state in which its time was over. */
  | { code: 'expired'; from: string }
  | { code: 'applying' | 'rolling-back-worse'; authority: Authority }
  | { code: 'applied'; by: string; changes: readonly WeightChange[] }
  | { code: 'not-applied' | 'roll-back-failed'; end: ApplicationEnd }
  | { code: 'rolling-back' | 'rolled-back'; by: string }
  | { code: 'outcome'; outcome: OutcomeFigures }
  | { code: 'no-outcome'; why: 'work-gone' | 'host-unknown' | 'not-judged' }
  | { code: 'worse'; why: 'changed-since' | 'left-alone' }
  | ({ code: 'guest-moved'; by: string } & MoveNames)
  | ({ code: 'move-judged' } & MoveNames & MoveEffect)
  | { code: 'gone'; what: 'analysis' | 'plan' | 'application' | 'roll-back' }
  | { code: 'work-failed'; what: 'analysis' | 'plan' }
  | {
      code: 'caps-set'
      by: string
      changes: readonly CapChange[]
      /** `said` where the plan was stored in words. */
      why: CapsReason | { said: string }
    }
  /** `problem` is what the host or the connection said. */
  | { code: 'caps-not-set'; problem: string; retryMinutes: number }
  | ({ code: 'caps-would-be-set' } & CapsWanted)
  | ({ code: 'caps-wait'; because: Hindrance } & CapsWanted)

export interface HotspotFigures {
  domain: string
  targetSeconds: number
  missed: number
  minutes: number
  forecastSeconds: number
}

export interface WeightChange {
  domain: string
  weightBefore: number
  weightAfter: number
}

/** A change of weights with what is expected of it. */
export interface ProposedChange {
  changes: readonly WeightChange[]
  /** By an analysis, as a fraction of the objective. */
  gain: number | null
  relief: (Pick<Relief, 'missing' | 'worstBefore'> & { worstExpected: number | null }) | null
}

/** In whose name something is done without them. */
export interface Authority {
  by: 'approval' | 'grant'
  person: string
}

/** How an application ended; `said` where it was stored in words. */
export type ApplicationEnd =
  | { ended: Pick<ApplicationResult, 'outcome' | 'hostTouched' | 'reason' | 'drift' | 'notUndone'> }
  | { said: string }

/** Who missed what, who pays, and what is expected. */
export interface ReliefFigures extends Pick<Relief, 'by' | 'missing'> {
  /** In the newest minutes. */
  missed: readonly {
    domain: string
    targetSeconds: number
    valueSeconds: number
    missed: number
    minutes: number
  }[]
  paying: readonly {
    domain: string
    targetSeconds: number | null
    softTargetSeconds: number | null
    shareBefore: number
    shareAfter: number
  }[]
  /** All with a target. */
  targeted: readonly string[]
  /** The worst time over target afterwards. Null: the load does not fit. */
  worstExpected: number | null
}

/** What an analysis says where no recommendation comes of it; `said` where it was stored in words. */
export type AnalysisSays = { advice: AdviceFigures } | { lack: Lack } | { said: string } | null

/** What the words of an advice rest on. */
export type AdviceFigures = Pick<Recommendation, 'advice' | 'objective' | 'by' | 'tried'> & {
  checks: readonly Pick<WeightCheck, 'model' | 'gain' | 'uncertainty'>[]
  problem: Pick<WeightProblem, 'mode' | 'currentWeights'> & {
    load: { domains: readonly { name: string }[] }
  }
  solution: Pick<WeightSolution, 'weights' | 'status' | 'warnings'> & {
    proof: Pick<WeightSolution['proof'], 'engine'>
  }
}

/** How a change came out. */
export interface OutcomeFigures {
  state: OutcomeState
  /** The domains that decided, where it was not confirmed. */
  deciding: readonly string[]
  /** Of a relief: the worst time over target, before the change and after it. */
  worst: { before: number; after: number | null } | null
  domains: readonly {
    domain: string
    measuredSeconds: number | null
    /** For the load that came, under the new weights and the old ones. */
    underThisLoad: Prediction | null
    leftAlone: Prediction | null
    /** Requests afterwards over those before. */
    loadRatio?: number | null
  }[]
}

/** Which real-time domains are at work, and whose least cap is above what they leave. */
export type CapsReason = Pick<CapsSituation, 'active'> & Pick<WantedCaps, 'beyond'>

interface CapsWanted extends CapsReason {
  changes: readonly CapChange[]
}

/** What people may be told of a recommendation. */
export type Turning = Extract<
  NotificationEvent,
  | 'recommendation-open'
  | 'recommendation-expired'
  | 'change-applied'
  | 'change-failed'
  | 'outcome-confirmed'
  | 'outcome-not-confirmed'
  | 'outcome-worse'
  | 'rolled-back'
>
