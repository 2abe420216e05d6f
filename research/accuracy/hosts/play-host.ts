import type { Weights } from '@steelyard/model'
import { underWeights } from '@steelyard/simulator'
import { judge } from '../../../bench/index.ts'
import type { SyntheticHost } from './draw-host.ts'

/** A domain's times where they are measured. */
export interface PlayedTime {
  meanSeconds: number
  p95Seconds: number
}

export type Measurer = 'clients' | 'log'

/** Times by domain. */
export type PlayedHost = Record<string, Record<Measurer, PlayedTime>>

const WARMUP_SECONDS = 100
const DRAIN_SECONDS = 120

/**
 * The steady state of the host under the weights by the independent simulator. A domain that nobody
 * was answered by counts with the whole time.
 */
export function playHost(
  { config, guests }: SyntheticHost,
  weights: Weights,
  { seed, seconds }: { seed: number; seconds: number },
): PlayedHost {
  const { domains } = judge(underWeights(config, weights), {
    seed,
    seconds: WARMUP_SECONDS + seconds,
    warmupSeconds: WARMUP_SECONDS,
    drainSeconds: DRAIN_SECONDS,
  })
  const starved = { meanSeconds: seconds, p95Seconds: seconds }
  return Object.fromEntries(
    guests.map(({ name }) => {
      const requests = domains.find((domain) => domain.name === name)?.requests
      return [
        name,
        { clients: requests?.client ?? starved, log: requests?.logged ?? starved },
      ] as const
    }),
  )
}

/** So many requests tell allocations apart. */
const REQUESTS = 60_000
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [400, 2000]

/** How long a host is played to compare allocations; the final judgement takes several times it. */
export function comparingSeconds({ guests }: SyntheticHost): number {
  const rate = guests.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
  return Math.round(Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, REQUESTS / rate)))
}
