import {
  runTwins,
  type TwinConfig,
  type TwinResult,
  type TwinSpan,
  type TwinSummary,
} from '@steelyard/simulator'

/** Of the first replication: the same for all hosts, so that differences between them are not chance. */
export const SEED = 1
/** Requests of the last moments may be answered this long after the end. */
export const DRAIN_SECONDS = 60

/**
 * Hosts that are played with the same seeds, so that their results differ only through the hosts.
 */
export interface Run {
  hosts: readonly TwinConfig[]
  replications: number
  /** Simulated time of each replication. */
  horizonSeconds: number
  /** Response times at which the distribution function is evaluated. */
  cdfAtSeconds?: readonly number[]
  windows?: RunWindows
}

export interface RunWindows {
  boundariesSeconds: readonly number[]
  /** Stretches of whole windows, for which every replication has a result of its own. */
  spans?: readonly TwinSpan[]
  /**
   * Judges the windows of each replication. These hold no requests and are then discarded, because
   * many short windows need a lot of memory. Without it the summary keeps them.
   */
  judge?: (result: TwinResult) => number | null
}

export interface RunWatch {
  signal?: AbortSignal | undefined
  /** @param fraction of the whole run */
  onProgress?: ((fraction: number) => void) | undefined
}

/** One host of a run and its results. */
export interface PlayedConfig {
  config: TwinConfig
  summary: TwinSummary
  /** By seed, without windows. */
  results: TwinResult[]
  /** The result of `judge` for each replication, in the order of `results`. */
  judged: (number | null)[]
}

/**
 * Plays all hosts in threads, one after the other.
 * @returns in the order of the hosts
 * @throws TwinError when a host cannot be played
 * @throws the signal's reason when aborted
 */
export async function playRun(run: Run, { signal, onProgress }: RunWatch = {}) {
  const { hosts, replications, horizonSeconds, cdfAtSeconds = [], windows } = run
  if (hosts.length === 0) return []
  const judge = windows?.judge
  const ended: { result: TwinResult; verdict: number | null }[][] = hosts.map(() => [])
  const summaries = await runTwins(hosts, {
    seed: SEED,
    replications,
    horizonSeconds,
    drainSeconds: DRAIN_SECONDS,
    cdfAtSeconds: [...cdfAtSeconds],
    boundariesSeconds: [...(windows?.boundariesSeconds ?? [])],
    ...(windows?.spans ? { spans: [...windows.spans] } : {}),
    ...(judge ? { windowResponses: false, keepWindows: false } : {}),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
    onResult: (result, index) =>
      ended[index]!.push({
        result: { ...result, windows: [] },
        verdict: judge?.(result) ?? null,
      }),
  })
  return hosts.map((config, index): PlayedConfig => {
    const bySeed = ended[index]!.sort((a, b) => a.result.seed - b.result.seed)
    return {
      config,
      summary: summaries[index]!,
      results: bySeed.map(({ result }) => result),
      judged: bySeed.map(({ verdict }) => verdict),
    }
  })
}
