import type { LabResult } from '@steelyard/contract'
import type { TwinConfig } from '@steelyard/simulator'
import { fairnessInWindows, mostGotten } from './fairness.ts'
import { cdfGridOf } from './lab-domains.ts'
import { labResult } from './lab-result.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { type Act, type ActOptions, type Played, playAct } from './play-act.ts'
import { shortWindows } from './short-windows.ts'

/** Of a sweep: with twenty points compared, five would need differences of three standard deviations. */
export const BESIDE_REPLICATIONS = 10

interface PlayOptions {
  replications: number
  signal: AbortSignal
  onProgress: (stage: string, done: number, total: number) => void
}

/** What the twin played of a lab run. */
export interface PlayedLab {
  variants: Played[]
  /** As many as variants, or none. */
  streams: Played[]
  loans: Played[]
  /** As many as loans, or none. */
  loanStreams: Played[]
}

/**
 * Plays every variant and every point of the sweep with common random numbers.
 * @throws TwinError when one of them cannot be played
 */
export async function playLab(lab: LabSetUp, options: PlayOptions): Promise<LabResult> {
  const cdfAtSeconds = cdfGridOf(lab.variants[0]!.config)
  const acts = actsOf(lab, options.replications)
  const play = playerOf(lab, Object.values(acts), options)
  const variants = await play(acts.variants, { cdfAtSeconds })
  const streams = await play(acts.streams)
  const tried = streams.length > 0 ? streams : variants
  const loans = await play(
    acts.loans,
    acts.loanStreams.configs.length > 0 ? {} : { windows: windowsOf(lab, tried) },
  )
  // Streams have many chunks: all replications together are as long as one of the requests'.
  const horizonSeconds = lab.horizonSeconds / BESIDE_REPLICATIONS
  const loanStreams = await play(acts.loanStreams, {
    horizonSeconds,
    windows: windowsOf({ ...lab, horizonSeconds }, tried),
  })
  const { replications } = options
  return labResult(lab, { variants, streams, loans, loanStreams }, { replications, cdfAtSeconds })
}

function actsOf(lab: LabSetUp, replications: number): Record<keyof PlayedLab, Act> {
  const stage = 'Trying other loans'
  return {
    variants: { stage: 'Playing the variants', configs: configsOf(lab.variants), replications },
    // A stream has so many chunks that one run tells its bandwidth and the shares.
    streams: { stage: 'Playing a stream', configs: lab.streams, replications: 1 },
    loans: { stage, configs: configsOf(lab.sweep), replications: BESIDE_REPLICATIONS },
    loanStreams: {
      stage,
      replications: BESIDE_REPLICATIONS,
      configs: lab.sweep.flatMap(({ stream }) => stream ?? []),
    },
  }
}

function configsOf(plays: readonly { config: TwinConfig }[]): TwinConfig[] {
  return plays.map(({ config }) => config)
}

/** Plays acts one after the other and tells how far all of them together are. */
function playerOf({ horizonSeconds }: LabSetUp, acts: readonly Act[], options: PlayOptions) {
  const runsOf = ({ configs, replications }: Act) => configs.length * replications
  const total = acts.reduce((sum, act) => sum + runsOf(act), 0)
  let done = 0
  return async (act: Act, extras: Partial<Omit<ActOptions, 'signal' | 'onProgress'>> = {}) => {
    const before = done
    done += runsOf(act)
    return playAct(act, {
      horizonSeconds,
      ...extras,
      signal: options.signal,
      onProgress: (fraction) =>
        options.onProgress(act.stage, before + Math.floor(fraction * runsOf(act)), total),
    })
  }
}

/** @param tried what shows the shares that each domain wants */
function windowsOf(
  { variants, horizonSeconds }: LabSetUp,
  tried: readonly Played[],
): NonNullable<ActOptions['windows']> {
  const host = variants[0]!.config
  const most = mostGotten(tried.map(({ summary }) => summary))
  const domains = host.guests.length + (host.domain0 ? 1 : 0)
  const { boundariesSeconds, judged } = shortWindows(horizonSeconds, domains)
  return {
    boundariesSeconds,
    judge: ({ windows }) => fairnessInWindows({ windows: windows.slice(0, judged) }, host, most),
  }
}
