import { runTwins, type TwinConfig, type TwinResult, type TwinSummary } from '@steelyard/simulator'

/** The same for all hosts, so that what differs between two of them is not chance. */
const SEED = 1
/** Requests of the last moments may be answered this long after the end. */
export const DRAIN_SECONDS = 60

/** Hosts that are played under the same seeds: what differs in their results is their own doing. */
export interface Run {
  hosts: readonly TwinConfig[]
  replications: number
  /** Of each replication. */
  horizonSeconds: number
  /** Response times at which the distribution is wanted. */
  cdfAtSeconds?: readonly number[]
  windows?: RunWindows
}

export interface RunWindows {
  boundariesSeconds: readonly number[]
  /**
   * Judges the windows of each replication, which hold no requests then and are forgotten: many short
   * ones need a lot of memory. Without it the summary keeps them.
   */
  judge?: (result: TwinResult) => number | null
}

export interface RunWatch {
  signal?: AbortSignal | undefined
  /** @param fraction of the whole run */
  onProgress?: ((fraction: number) => void) | undefined
}

/** One host of a run, played. */
export interface PlayedConfig {
  config: TwinConfig
  summary: TwinSummary
  /** By seed, without windows. */
  results: TwinResult[]
  /** What `judge` made of each replication, in the order of `results`. */
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
