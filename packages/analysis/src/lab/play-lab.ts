import type { TwinConfig } from '@steelyard/simulator'
import { type PlayedConfig, playRun, type Run, type RunWindows } from '../run/play-run.ts'
import { fairnessInWindows, mostGotten } from './fairness.ts'
import { cdfGridOf } from './lab-domains.ts'
import { type LabResult, labResult, type PlayedLab } from './lab-result.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { shortWindows } from './short-windows.ts'

/**
 * Replications in a sweep: with twenty points compared, five would need differences of three
 * standard deviations.
 */
export const BESIDE_REPLICATIONS = 10

export type LabStage = keyof PlayedLab

interface LabWatch {
  signal?: AbortSignal | undefined
  onProgress?: ((stage: LabStage, done: number, total: number) => void) | undefined
}

/**
 * Plays every variant and every point of the sweep with common random numbers.
 * @throws TwinError when one of them cannot be played
 * @throws the signal's reason when aborted
 */
export async function playLab(
  lab: LabSetUp,
  { replications, ...watch }: LabWatch & { replications: number },
): Promise<LabResult> {
  const cdfAtSeconds = cdfGridOf(lab.variants[0]!.config)
  const stages = stagesOf(lab, replications)
  const play = playerOf(stages, watch)
  const variants = await play('variants', { cdfAtSeconds })
  const streams = await play('streams')
  const tried = streams.length > 0 ? streams : variants
  const loans = await play(
    'loans',
    stages.loanStreams.hosts.length > 0 ? {} : { windows: windowsOf(lab, tried) },
  )
  const { horizonSeconds } = stages.loanStreams
  const loanStreams = await play('loanStreams', {
    windows: windowsOf({ ...lab, horizonSeconds }, tried),
  })
  return labResult(lab, { variants, streams, loans, loanStreams }, { replications, cdfAtSeconds })
}

function stagesOf(lab: LabSetUp, replications: number): Record<LabStage, Run> {
  const { horizonSeconds } = lab
  return {
    variants: { hosts: configsOf(lab.variants), replications, horizonSeconds },
    // A stream has so many chunks that a single run suffices for its bandwidth and shares.
    streams: { hosts: lab.streams, replications: 1, horizonSeconds },
    loans: { hosts: configsOf(lab.sweep), replications: BESIDE_REPLICATIONS, horizonSeconds },
    loanStreams: {
      hosts: lab.sweep.flatMap(({ stream }) => stream ?? []),
      replications: BESIDE_REPLICATIONS,
      // For the same reason all these replications together are as long as one replication of the
      // requests.
      horizonSeconds: horizonSeconds / BESIDE_REPLICATIONS,
    },
  }
}

function configsOf(plays: readonly { config: TwinConfig }[]): TwinConfig[] {
  return plays.map(({ config }) => config)
}

/** Plays the stages in turn and reports progress over all of them. */
function playerOf(stages: Record<LabStage, Run>, { signal, onProgress }: LabWatch) {
  const runsOf = ({ hosts, replications }: Run) => hosts.length * replications
  const total = Object.values(stages).reduce((sum, run) => sum + runsOf(run), 0)
  let done = 0
  return (stage: LabStage, extras: Partial<Run> = {}): Promise<PlayedConfig[]> => {
    const run = { ...stages[stage], ...extras }
    const before = done
    done += runsOf(run)
    return playRun(run, {
      signal,
      onProgress: (fraction) =>
        onProgress?.(stage, before + Math.floor(fraction * runsOf(run)), total),
    })
  }
}

/** @param tried runs that show the share that each domain wants */
function windowsOf(
  { variants, horizonSeconds }: LabSetUp,
  tried: readonly PlayedConfig[],
): RunWindows {
  const host = variants[0]!.config
  const most = mostGotten(tried.map(({ summary }) => summary))
  const domains = host.guests.length + (host.domain0 ? 1 : 0)
  const { boundariesSeconds, judged } = shortWindows(horizonSeconds, domains)
  return {
    boundariesSeconds,
    judge: ({ windows }) => fairnessInWindows({ windows: windows.slice(0, judged) }, host, most),
  }
}
