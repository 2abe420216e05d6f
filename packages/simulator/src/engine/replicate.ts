import type { TwinConfig, TwinOptions } from '../config/twin-config.ts'
import { TwinError } from '../config/twin-error.ts'
import { summarise, type TwinSummary } from '../results/summarise.ts'
import { simulate } from './simulate.ts'

export interface ReplicateOptions extends TwinOptions {
  /**
   * Number of independent runs, with consecutive seeds from `seed` on. Intervals need at least 2.
   */
  replications: number
}

/** The seeds of the replications. */
export function seedsOf({ seed, replications }: { seed: number; replications: number }): number[] {
  if (!Number.isInteger(replications) || replications < 1) {
    throw new TwinError('invalid-number', `${replications} replications cannot be run.`, {
      replications: String(replications),
    })
  }
  return Array.from({ length: replications }, (_, index) => seed + index)
}

/**
 * Independent runs (replications) one after the other in this thread; `runTwin` uses other threads.
 * @returns means with 95 % confidence intervals over the replications
 * @throws TwinError as `simulate` does
 */
export function replicate(config: TwinConfig, options: ReplicateOptions): TwinSummary {
  const seeds = seedsOf(options)
  return summarise(
    seeds.map((seed, index) =>
      simulate(config, {
        ...options,
        seed,
        onProgress: (fraction) => options.onProgress?.((index + fraction) / seeds.length),
      }),
    ),
  )
}
