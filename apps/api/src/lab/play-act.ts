import { runTwins, type TwinConfig, type TwinResult, type TwinSummary } from '@steelyard/simulator'

/** The same for every variant: what differs between them is the variant's doing. */
const SEED = 1
/** Requests that are under way at the end are followed so long. */
const DRAIN_SECONDS = 60

/** Hosts that are played under the same seeds. */
export interface Act {
  stage: string
  configs: TwinConfig[]
  replications: number
}

export interface ActOptions {
  horizonSeconds: number
  signal: AbortSignal
  /** @param fraction of this act */
  onProgress: (fraction: number) => void
  cdfAtSeconds?: number[]
  /**
   * Reporting windows, without requests, which are judged run by run and then forgotten: many of them
   * weigh a lot.
   */
  windows?: { boundariesSeconds: number[]; judge: (run: TwinResult) => number | null }
}

export interface Played {
  config: TwinConfig
  summary: TwinSummary
  runs: TwinResult[]
  /** What `judge` made of the windows of each run, in their order. */
  judged: (number | null)[]
}

/** @throws TwinError when a host cannot be played */
export async function playAct(
  { configs, replications }: Act,
  options: ActOptions,
): Promise<Played[]> {
  if (configs.length === 0) return []
  const { windows, cdfAtSeconds = [], ...rest } = options
  const runs: TwinResult[][] = configs.map(() => [])
  const verdicts: (number | null)[][] = configs.map(() => [])
  const summaries = await runTwins(configs, {
    ...rest,
    cdfAtSeconds,
    replications,
    seed: SEED,
    drainSeconds: DRAIN_SECONDS,
    boundariesSeconds: windows?.boundariesSeconds ?? [],
    windowResponses: false,
    keepWindows: false,
    onResult: (run, index) => {
      verdicts[index]!.push(windows?.judge(run) ?? null)
      runs[index]!.push({ ...run, windows: [] })
    },
  })
  return configs.map((config, index) => ({
    config,
    summary: summaries[index]!,
    runs: runs[index]!,
    judged: verdicts[index]!,
  }))
}
