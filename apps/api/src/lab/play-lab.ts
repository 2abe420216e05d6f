import type { LabResult } from '@steelyard/contract'
import {
  advisePinning,
  runTwins,
  type TwinConfig,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { bandwidthOf } from './boost-variants.ts'
import { fairnessInWindows, fairnessOf, mostGotten } from './fairness.ts'
import { cdfGridOf, labDomains, withSharesOf } from './lab-domains.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { meanOfAllMs } from './mean-of-all.ts'
import { markParetoFront } from './pareto-front.ts'
import { rankLevers } from './rank-levers.ts'
import { unansweredNotes } from './unanswered-notes.ts'

/** The same for every variant: what differs between them is the variant's doing. */
const SEED = 1
/** Of a sweep and of bandwidths: they show where to look, not the last digit. */
export const BESIDE_REPLICATIONS = 2
/** Requests that are under way at the end are followed so long. */
const DRAIN_SECONDS = 60

interface PlayOptions {
  replications: number
  signal: AbortSignal
  onProgress: (stage: string, done: number, total: number) => void
}

interface Played {
  config: TwinConfig
  summary: TwinSummary
  runs: TwinResult[]
}

/**
 * Plays every variant and every point of the sweep with common random numbers.
 * @throws TwinError when one of them cannot be played
 */
export async function playLab(lab: LabSetUp, options: PlayOptions): Promise<LabResult> {
  const cdfAtSeconds = cdfGridOf(lab.variants[0]!.config)
  const loanStreams = lab.sweep.flatMap(({ stream }) => stream ?? [])
  const boundariesSeconds = windowsOf(lab)
  const beside = { replications: BESIDE_REPLICATIONS }
  const acts: Act[] = [
    {
      ...{ stage: 'Playing the variants', configs: configsOf(lab.variants) },
      replications: options.replications,
    },
    { ...beside, stage: 'Playing a stream', configs: lab.streams },
    { ...beside, stage: 'Trying other loans', configs: configsOf(lab.sweep), boundariesSeconds },
    { ...beside, stage: 'Trying other loans', configs: loanStreams, boundariesSeconds },
  ]
  const total = acts.reduce((sum, act) => sum + act.configs.length * act.replications, 0)
  let done = 0
  const played: Played[][] = []
  for (const act of acts) {
    const [before, runs] = [done, act.configs.length * act.replications]
    done += runs
    const report = (fraction: number) =>
      options.onProgress(act.stage, before + Math.floor(fraction * runs), total)
    played.push(await play(lab, act, { ...options, cdfAtSeconds, report }))
  }
  const [variants, streams, loans, streamed] = played as [Played[], Played[], Played[], Played[]]
  return resultOf(
    lab,
    { variants, streams, loans, loanStreams: streamed },
    { ...options, cdfAtSeconds },
  )
}

interface Act {
  stage: string
  configs: TwinConfig[]
  replications: number
  boundariesSeconds?: number[]
}

/** Of reporting: short enough to see a loan being used up and paid back. */
const WINDOW_SECONDS = 0.5

function windowsOf({ horizonSeconds }: LabSetUp): number[] {
  const count = Math.ceil(horizonSeconds / WINDOW_SECONDS) - 1
  return Array.from({ length: count }, (_, index) => (index + 1) * WINDOW_SECONDS)
}

async function play(
  { horizonSeconds }: LabSetUp,
  { configs, replications, boundariesSeconds = [] }: Act,
  options: Pick<PlayOptions, 'signal'> & {
    cdfAtSeconds: number[]
    report: (fraction: number) => void
  },
): Promise<Played[]> {
  if (configs.length === 0) return []
  const { signal, cdfAtSeconds, report } = options
  const runs: TwinResult[][] = configs.map(() => [])
  const summaries = await runTwins(configs, {
    ...{ seed: SEED, replications, signal, cdfAtSeconds, horizonSeconds, boundariesSeconds },
    drainSeconds: DRAIN_SECONDS,
    onProgress: report,
    onResult: (result, index) => void runs[index]!.push(result),
  })
  return configs.map((config, index) => ({
    ...{ config, summary: summaries[index]!, runs: runs[index]! },
  }))
}

function configsOf(plays: readonly { config: TwinConfig }[]): TwinConfig[] {
  return plays.map(({ config }) => config)
}

function resultOf(
  lab: LabSetUp,
  {
    variants,
    streams,
    loans,
    loanStreams,
  }: Record<'variants' | 'streams' | 'loans' | 'loanStreams', readonly Played[]>,
  { replications, cdfAtSeconds }: { replications: number; cdfAtSeconds: number[] },
): LabResult {
  const first = variants[0]!
  const simulatedSeconds = lab.horizonSeconds
  // A stream tries the shares harder than requests now and then.
  const tried = streams.length > 0 ? streams : variants
  const most = mostGotten(tried.map(({ summary }) => summary))
  const points = lab.sweep.map(({ creditLine, repaymentShare }, index) => {
    const played = loans[index]!
    const meanMs = meanOfAllMs(played.summary)
    const { runs } = loanStreams[index] ?? played
    const fairness = fairnessInWindows(runs, first.config, most)
    return { creditLine, repaymentShare, meanMs, fairness }
  })
  const runs = lab.variants.map(({ id }, index) => ({ id, results: variants[index]!.runs }))
  const shown = lab.variants.map(({ config: _, ...words }, index) => {
    const played = variants[index]!
    const stream = streams[index]
    const { summary } = tried[index]!
    const domains = labDomains(played, first, cdfAtSeconds, simulatedSeconds)
    return {
      ...words,
      domains: stream ? withSharesOf(stream.summary, domains) : domains,
      fairness: lab.judgesShares ? fairnessOf(summary, first.config, most) : null,
      bandwidth: stream ? bandwidthOf(stream.summary, simulatedSeconds) : null,
    }
  })
  return {
    variants: shown,
    sweep: points.length === 0 ? null : { points: markParetoFront(points) },
    advisedId: lab.advises ? advisePinning(runs).id : null,
    levers: lab.levers
      ? rankLevers(
          shown.map((variant, index) => ({ ...variant, ...runs[index]! })),
          lab.levers,
        )
      : null,
    ...{ replications, simulatedSeconds },
    notes: [
      ...lab.notes,
      ...lab.variants.flatMap(({ label }, index) =>
        unansweredNotes(variants[index]!.summary, label),
      ),
    ],
  }
}
