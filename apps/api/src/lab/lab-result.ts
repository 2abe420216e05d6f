import { intervalMs } from '@steelyard/analysis'
import type { LabResult, LabSweepPoint } from '@steelyard/contract'
import { advisePinning, interval, type TwinResult } from '@steelyard/simulator'
import { bandwidthOf } from './boost-variants.ts'
import { fairnessOf, meanOf, mostGotten } from './fairness.ts'
import { kvmCommands } from './kvm-commands.ts'
import { labDomains, withSharesOf } from './lab-domains.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { meanOfAllSeconds } from './mean-of-all.ts'
import { markParetoFront } from './pareto-front.ts'
import type { PlayedLab } from './play-lab.ts'
import { rankLevers } from './rank-levers.ts'
import { unansweredNotes } from './unanswered-notes.ts'

/** What was played, as the API shows it. */
export function labResult(
  lab: LabSetUp,
  played: PlayedLab,
  { replications, cdfAtSeconds }: { replications: number; cdfAtSeconds: number[] },
): LabResult {
  const runs = lab.variants.map(({ id }, index) => ({ id, results: played.variants[index]!.runs }))
  const variants = variantsOf(lab, played, cdfAtSeconds)
  const [AS_IT_IS] = lab.variants
  const advisedId = lab.advises ? advisePinning(runs).id : null
  const advised = lab.variants.find(({ id }) => id === advisedId)
  return {
    variants,
    sweep: lab.sweep.length === 0 ? null : { points: pointsOf(lab, played) },
    advisedId,
    kvmCommands: advised && advised !== AS_IT_IS ? kvmCommands(advised.config) : null,
    levers: lab.levers
      ? rankLevers(
          variants.map((variant, index) => ({ ...variant, ...runs[index]! })),
          lab.levers,
        )
      : null,
    replications,
    simulatedSeconds: lab.horizonSeconds,
    notes: [
      ...lab.notes,
      ...lab.variants.flatMap(({ label }, index) =>
        unansweredNotes(played.variants[index]!.summary, label),
      ),
    ],
  }
}

function variantsOf(
  lab: LabSetUp,
  { variants, streams }: PlayedLab,
  cdfAtSeconds: readonly number[],
): LabResult['variants'] {
  const first = variants[0]!
  // A stream tries the shares harder than requests now and then.
  const tried = streams.length > 0 ? streams : variants
  const most = mostGotten(tried.map(({ summary }) => summary))
  return lab.variants.map(({ config: _, ...words }, index) => {
    const domains = labDomains(
      variants[index]!,
      first,
      cdfAtSeconds,
      lab.horizonSeconds,
      variants.length - 1,
    )
    const { summary } = tried[index]!
    const stream = streams[index]
    return {
      ...words,
      domains: stream ? withSharesOf(stream.summary, domains) : domains,
      fairness: lab.judgesShares ? fairnessOf(summary, first.config, most) : null,
      bandwidth: stream ? bandwidthOf(stream.summary, lab.horizonSeconds) : null,
    }
  })
}

function pointsOf({ sweep }: LabSetUp, { loans, loanStreams }: PlayedLab): LabSweepPoint[] {
  const swept = sweep.map(({ creditLine, repaymentShare }, index) => {
    const judged = loanStreams[index] ?? loans[index]!
    return {
      creditLine,
      repaymentShare,
      means: bySeed(loans[index]!.runs, meanOfAllSeconds),
      fairness: bySeed(judged.runs, (_, run) => judged.judged[run]!),
    }
  })
  return markParetoFront(swept).map(({ means, fairness, ...point }) => {
    const mean = means.size === 0 ? null : intervalMs(interval([...means.values()]))
    return { ...point, mean, meanMs: mean?.ms ?? null, fairness: meanOf([...fairness.values()]) }
  })
}

function bySeed(
  runs: readonly TwinResult[],
  figure: (run: TwinResult, index: number) => number | null,
): Map<number, number> {
  return new Map(
    runs.flatMap((run, index) => {
      const value = figure(run, index)
      return value === null ? [] : [[run.seed, value]]
    }),
  )
}
