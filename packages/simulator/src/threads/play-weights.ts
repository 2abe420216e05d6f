import { checkConfig } from '../config/check-config.ts'
import type { TwinConfig, TwinOptions } from '../config/twin-config.ts'
import type { PlayedTimes } from '../results/played-times.ts'
import { askThread } from './ask-thread.ts'
import { type InThreadsOptions, inThreads } from './twin-threads.ts'
import { underWeights } from './under-weights.ts'

/**
 * One allocation under one seed. Runs with the same seed receive the same requests, whatever the
 * weights.
 */
export interface WeightRun {
  /** By domain, see `underWeights`. */
  weights: Readonly<Record<string, number>>
  seed: number
}

interface PlayWeightsOptions
  extends InThreadsOptions,
    Omit<TwinOptions, 'seed' | 'onProgress' | 'shouldStop'> {}

/**
 * Simulates one host under many weights, for a search among them: only `simulate`'s mean, 95th
 * and 99th percentile. Threads stay warm between calls, so that a search can proceed in stages: few seeds
 * for all allocations, then more seeds for the remaining candidates.
 * @returns by run, in the order given
 * @throws TwinError when the configuration is invalid, before a thread is started
 * @throws the signal's reason when aborted
 */
export async function playWeights(
  config: TwinConfig,
  runs: readonly WeightRun[],
  { threads, signal, ...options }: PlayWeightsOptions,
): Promise<PlayedTimes[][]> {
  for (const { weights, seed } of runs) {
    checkConfig(underWeights(config, weights), { ...options, seed })
  }
  const played: PlayedTimes[][] = []
  await inThreads([...runs.entries()], { threads, signal }, (worker) => {
    const ready = askThread(worker, 'host', { config, options })
    return async ([index, run]) => {
      await ready
      played[index] = await askThread(worker, 'weights', run)
    }
  })
  return played
}
