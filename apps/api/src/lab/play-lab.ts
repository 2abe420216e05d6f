import type { LabResult } from '@steelyard/contract'
import {
  advisePinning,
  runTwins,
  type TwinConfig,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { bandwidthOf } from './boost-variants.ts'
import { fairnessOf, mostGotten } from './fairness.ts'
import { cdfGridOf, labDomains } from './lab-domains.ts'
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
  const acts: { stage: string; configs: TwinConfig[]; replications: number }[] = [
    {
      ...{ stage: 'Playing the variants', configs: configsOf(lab.variants) },
      replications: options.replications,
    },
    {
      ...{ stage: 'Trying other loans', configs: configsOf(lab.sweep) },
      replications: BESIDE_REPLICATIONS,
    },
    {
      ...{ stage: 'Playing a stream', configs: lab.streams },
      replications: BESIDE_REPLICATIONS,
    },
  ]
  const total = acts.reduce((sum, act) => sum + act.configs.length * act.replications, 0)
  let done = 0
  const played: Played[][] = []
  for (const { stage, configs, replications } of acts) {
    const before = done
    done += configs.length * replications
    const report = (fraction: number) =>
      options.onProgress(stage, before + Math.floor(fraction * (done - before)), total)
    played.push(await play(lab, configs, { ...options, replications, cdfAtSeconds, report }))
  }
  const [variants, loans, streams] = played as [Played[], Played[], Played[]]
  return resultOf(lab, { variants, loans, streams }, { ...options, cdfAtSeconds })
}

async function play(
  { horizonSeconds }: LabSetUp,
  configs: TwinConfig[],
  options: Pick<PlayOptions, 'replications' | 'signal'> & {
    cdfAtSeconds: number[]
    report: (fraction: number) => void
  },
): Promise<Played[]> {
  if (configs.length === 0) return []
  const { replications, signal, cdfAtSeconds, report } = options
  const runs: TwinResult[][] = configs.map(() => [])
  const summaries = await runTwins(configs, {
    ...{ seed: SEED, replications, signal, cdfAtSeconds, horizonSeconds },
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
  { variants, loans, streams }: Record<'variants' | 'loans' | 'streams', readonly Played[]>,
  { replications, cdfAtSeconds }: { replications: number; cdfAtSeconds: number[] },
): LabResult {
  const first = variants[0]!
  const simulatedSeconds = lab.horizonSeconds
  const most = mostGotten(variants.map(({ summary }) => summary))
  const fairness = ({ summary }: Played) =>
    lab.judgesShares ? fairnessOf(summary, first.config, most) : null
  const points = lab.sweep.map(({ creditLine, repaymentShare }, index) => {
    const played = loans[index]!
    const meanMs = meanOfAllMs(played.summary)
    return { creditLine, repaymentShare, meanMs, fairness: fairness(played) }
  })
  const runs = lab.variants.map(({ id }, index) => ({ id, results: variants[index]!.runs }))
  const shown = lab.variants.map(({ config: _, ...words }, index) => {
    const played = variants[index]!
    const domains = labDomains(played, first, cdfAtSeconds, simulatedSeconds)
    const stream = streams[index]
    return {
      ...{ ...words, domains, fairness: fairness(played) },
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
