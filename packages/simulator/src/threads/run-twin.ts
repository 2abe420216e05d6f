import { checkConfig } from '../config/check-config.ts'
import type { TwinConfig } from '../config/twin-config.ts'
import { type ReplicateOptions, seedsOf } from '../engine/replicate.ts'
import { summarise, type TwinSummary } from '../results/summarise.ts'
import type { TwinResult } from '../results/twin-result.ts'
import { askThread } from './ask-thread.ts'
import { type InThreadsOptions, inThreads } from './twin-threads.ts'

interface RunTwinOptions extends Omit<ReplicateOptions, 'shouldStop'>, InThreadsOptions {}

/**
 * Independent simulation runs in worker threads: the same answer as `replicate`, whatever the
 * number of threads, without blocking the event loop.
 * @throws TwinError when the configuration is invalid, before a thread is started
 * @throws the signal's reason when aborted
 */
export async function runTwin(config: TwinConfig, options: RunTwinOptions): Promise<TwinSummary> {
  const [summary] = await runTwins([config], options)
  return summary!
}

interface RunTwinsOptions extends RunTwinOptions {
  /**
   * Called with each run's result when it ends, in any order: to compare two hosts seed by seed.
   * @param index of its configuration
   */
  onResult?: (result: TwinResult, index: number) => void
  /**
   * false: only `onResult` receives the windows, and summaries have none. Many short windows take
   * much memory.
   */
  keepWindows?: boolean
}

/**
 * Several hosts under the same seeds, one after the other in the same threads.
 * @returns in the order of the configurations
 * @throws as `runTwin` does
 */
export async function runTwins(
  configs: readonly TwinConfig[],
  options: RunTwinsOptions,
): Promise<TwinSummary[]> {
  const {
    threads,
    signal,
    onResult,
    onProgress,
    keepWindows = true,
    replications,
    ...rest
  } = options
  signal?.throwIfAborted()
  for (const config of configs) checkConfig(config, rest)
  const seeds = seedsOf(options)
  const runs = configs.flatMap((config, index) =>
    seeds.map((seed, run) => ({ config, index, seed, run })),
  )
  const done = new Float64Array(runs.length)
  const results: TwinResult[][] = configs.map(() => [])
  await inThreads([...runs.entries()], { threads, signal }, (worker) => async ([place, asked]) => {
    const { config, index, seed, run } = asked
    const played = { config, options: { ...rest, seed } }
    const result = await askThread(worker, 'play', played, (fraction) => {
      done[place] = fraction
      onProgress?.(done.reduce((sum, value) => sum + value, 0) / runs.length)
    })
    results[index]![run] = keepWindows ? result : { ...result, windows: [] }
    onResult?.(result, index)
  })
  return results.map(summarise)
}
