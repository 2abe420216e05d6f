import type { LabResult } from '@steelyard/contract'
import {
  advisePinning,
  runTwins,
  type TwinConfig,
  type TwinResult,
  type TwinSummary,
} from '@steelyard/simulator'
import { fairnessOf, mostGotten } from './fairness.ts'
import { cdfGridOf, labDomains } from './lab-domains.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { meanOfAllMs } from './mean-of-all.ts'
import { markParetoFront } from './pareto-front.ts'
import { unansweredNotes } from './unanswered-notes.ts'

/** The same for every variant: what differs between them is the variant's doing. */
const SEED = 1
/** A sweep shows where to look, not the last digit. */
export const SWEEP_REPLICATIONS = 2
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
  const { replications, signal } = options
  const cdfAtSeconds = cdfGridOf(lab.variants[0]!.config)
  const total = lab.variants.length * replications + lab.sweep.length * SWEEP_REPLICATIONS
  const play = async (configs: TwinConfig[], each: number, stage: string, before: number) => {
    const runs: TwinResult[][] = configs.map(() => [])
    const summaries = await runTwins(configs, {
      ...{ seed: SEED, replications: each, signal, cdfAtSeconds },
      ...{ horizonSeconds: lab.horizonSeconds, drainSeconds: DRAIN_SECONDS },
      onProgress: (fraction) =>
        options.onProgress(stage, before + Math.floor(fraction * configs.length * each), total),
      onResult: (result, index) => void runs[index]!.push(result),
    })
    return configs.map((config, index) => ({
      ...{ config, summary: summaries[index]!, runs: runs[index]! },
    }))
  }
  const variants = await play(configsOf(lab.variants), replications, 'Playing the variants', 0)
  const loans =
    lab.sweep.length === 0
      ? []
      : await play(
          configsOf(lab.sweep),
          SWEEP_REPLICATIONS,
          'Trying other loans',
          lab.variants.length * replications,
        )
  return resultOf(lab, variants, loans, { replications, cdfAtSeconds })
}

function configsOf(plays: readonly { config: TwinConfig }[]): TwinConfig[] {
  return plays.map(({ config }) => config)
}

function resultOf(
  lab: LabSetUp,
  variants: readonly Played[],
  loans: readonly Played[],
  { replications, cdfAtSeconds }: { replications: number; cdfAtSeconds: number[] },
): LabResult {
  const first = variants[0]!
  const simulatedSeconds = lab.horizonSeconds
  const most = mostGotten(variants.map(({ summary }) => summary))
  const fairness = ({ summary }: Played) => fairnessOf(summary, first.config, most)
  const points = lab.sweep.map(({ creditLine, repaymentShare }, index) => {
    const played = loans[index]!
    const meanMs = meanOfAllMs(played.summary)
    return { creditLine, repaymentShare, meanMs, fairness: fairness(played) }
  })
  const runs = lab.variants.map(({ id }, index) => ({ id, results: variants[index]!.runs }))
  return {
    variants: lab.variants.map(({ config: _, ...words }, index) => {
      const played = variants[index]!
      const domains = labDomains(played, first, cdfAtSeconds, simulatedSeconds)
      return { ...words, domains, fairness: fairness(played) }
    }),
    sweep: points.length === 0 ? null : { points: markParetoFront(points) },
    advisedId: lab.advises ? advisePinning(runs).id : null,
    ...{ replications, simulatedSeconds },
    notes: [
      ...lab.notes,
      ...lab.variants.flatMap(({ label }, index) =>
        unansweredNotes(variants[index]!.summary, label),
      ),
    ],
  }
}
