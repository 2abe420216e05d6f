import {
  advisePinning,
  type Interval,
  interval,
  type LabVariant,
  type TwinResult,
} from '@steelyard/simulator'
import type { BoundNote } from '../run/bounded-seconds.ts'
import type { PlayedConfig } from '../run/play-run.ts'
import { type UnansweredDomain, unansweredIn } from '../run/unanswered.ts'
import type { TwinNote } from '../twin/twin-notes.ts'
import { type Bandwidth, bandwidthOf } from './boost-variants.ts'
import { fairnessOf, meanOf, mostGotten } from './fairness.ts'
import { type LabDomain, labDomains, withSharesOf } from './lab-domains.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { meanOfAllSeconds } from './mean-of-all.ts'
import { markParetoFront } from './pareto-front.ts'
import { type RankedLevers, rankLevers } from './rank-levers.ts'

/** The results of the twin for a lab run. */
export interface PlayedLab {
  variants: PlayedConfig[]
  /** One per variant, or none. */
  streams: PlayedConfig[]
  loans: PlayedConfig[]
  /** One per loan, or none. */
  loanStreams: PlayedConfig[]
}

/** The result of a lab run. */
export interface LabResult {
  /** The first variant is the reference for the others. */
  variants: LabVariantResult[]
  /** Null when no sweep was requested. */
  sweep: SweepPoint[] | null
  /** Set for pinning only. It is the first variant unless another is faster beyond chance. */
  advised: LabVariant | null
  levers: RankedLevers | null
  replications: number
  /** Simulated time of each replication. */
  simulatedSeconds: number
  /** The assumptions behind the result. */
  assumptions: TwinNote[]
  notes: LabNote[]
}

export interface LabVariantResult extends LabVariant {
  domains: LabDomain[]
  /** Jain's index over CPU time received per entitled share. Null when shares were not promised. */
  fairness: number | null
  bandwidth: Bandwidth | null
}

export interface SweepPoint {
  creditLine: number
  repaymentShare: number
  /** Mean over all requests, in seconds. */
  mean: Interval | null
  fairness: number | null
  pareto: boolean
  tiedForSoonest: boolean
}

export type LabNote = BoundNote | ({ code: 'unanswered'; variant: LabVariant } & UnansweredDomain)

export function labResult(
  lab: LabSetUp,
  played: PlayedLab,
  { replications, cdfAtSeconds }: { replications: number; cdfAtSeconds: readonly number[] },
): LabResult {
  const variants = variantsOf(lab, played, cdfAtSeconds)
  const runs = variants.map((variant, index) => ({
    ...variant,
    results: played.variants[index]!.results,
  }))
  const advisedId = lab.advises ? advisePinning(runs).id : null
  return {
    variants,
    sweep: lab.sweep.length === 0 ? null : pointsOf(lab, played),
    advised: lab.variants.find(({ id }) => id === advisedId) ?? null,
    levers: lab.levers && rankLevers(runs, lab.levers),
    replications,
    simulatedSeconds: lab.horizonSeconds,
    assumptions: lab.assumptions,
    notes: [
      ...lab.notes,
      ...lab.variants.flatMap((variant, index) =>
        unansweredIn(played.variants[index]!.summary).map(
          (each): LabNote => ({ code: 'unanswered', variant, ...each }),
        ),
      ),
    ],
  }
}

function variantsOf(
  { variants: wanted, horizonSeconds, judgesShares }: LabSetUp,
  { variants, streams }: PlayedLab,
  cdfAtSeconds: readonly number[],
): LabVariantResult[] {
  const first = variants[0]!
  // A stream puts more strain on the shares than occasional requests do.
  const tried = streams.length > 0 ? streams : variants
  const most = mostGotten(tried.map(({ summary }) => summary))
  const run = { cdfAtSeconds, horizonSeconds, others: variants.length - 1 }
  return wanted.map((variant, index) => {
    const domains = labDomains(variants[index]!, first, run)
    const stream = streams[index]
    return {
      ...variant,
      domains: stream ? withSharesOf(stream.summary, domains) : domains,
      fairness: judgesShares ? fairnessOf(tried[index]!.summary, first.config, most) : null,
      bandwidth: stream ? bandwidthOf(stream.summary, horizonSeconds) : null,
    }
  })
}

function pointsOf({ sweep }: LabSetUp, { loans, loanStreams }: PlayedLab): SweepPoint[] {
  const swept = sweep.map(({ creditLine, repaymentShare }, index) => {
    const { judged, results } = loanStreams[index] ?? loans[index]!
    return {
      creditLine,
      repaymentShare,
      means: bySeed(loans[index]!.results, meanOfAllSeconds),
      fairness: bySeed(results, (_, run) => judged[run]!),
    }
  })
  return markParetoFront(swept).map(({ means, fairness, ...point }) => ({
    ...point,
    mean: means.size === 0 ? null : interval([...means.values()]),
    fairness: meanOf([...fairness.values()]),
  }))
}

function bySeed(
  results: readonly TwinResult[],
  figure: (result: TwinResult, index: number) => number | null,
): Map<number, number> {
  return new Map(
    results.flatMap((result, index) => {
      const value = figure(result, index)
      return value === null ? [] : [[result.seed, value]]
    }),
  )
}
