import { simulate } from './simulate.ts'
import { summarise, type TwinSummary } from './summarise.ts'
import type { TwinConfig, TwinOptions } from './twin-config.ts'
import { TwinError } from './twin-error.ts'

export interface ReplicateOptions extends TwinOptions {
  /** Independent runs, with seeds counted up from `seed`. At least 2 give intervals. */
  replications: number
}

/** The seeds of the replications of one question. */
export function seedsOf({ seed, replications }: { seed: number; replications: number }): number[] {
  if (!Number.isInteger(replications) || replications < 1) {
    throw new TwinError('invalid-number', `${replications} replications cannot be run.`, {
      replications: String(replications),
    })
  }
  return Array.from({ length: replications }, (_, index) => seed + index)
}

/**
 * Independent runs one after the other, in this thread. `runTwin` does the same in others.
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
