import type { Weights } from '@steelyard/model'
import { simulate, underWeights } from '@steelyard/simulator'
import { type Judgement, judge } from '../../bench/index.ts'
import type { Times, TimesByDomain } from './checked-host.ts'
import type { DrawnHost } from './draw-host.ts'

/** Runs of each simulator with different seeds, enough to estimate their spread. */
const RUNS = 2
const WARMUP_SECONDS = 20
const DRAIN_SECONDS = 60

export function playTwin(host: DrawnHost, weights: Weights): TimesByDomain {
  const config = underWeights(host.config, weights)
  const runs = seedsOf(host).map((seed) =>
    simulate(config, {
      seed,
      warmupSeconds: WARMUP_SECONDS,
      drainSeconds: DRAIN_SECONDS,
      horizonSeconds: WARMUP_SECONDS + host.horizonSeconds,
    }),
  )
  return byDomain(
    runs.flatMap(({ domains }) =>
      domains.map(({ name, requests }) => ({
        name,
        client: requests?.responseTime.mean,
        logged: requests?.loggedTime.mean,
      })),
    ),
  )
}

/**
 * The independent simulator's runs.
 * @throws Error without g++
 */
export function playPeer(host: DrawnHost, weights: Weights): Judgement[] {
  const config = underWeights(host.config, weights)
  return seedsOf(host).map((seed) =>
    judge(config, {
      seed,
      warmupSeconds: WARMUP_SECONDS,
      drainSeconds: DRAIN_SECONDS,
      seconds: WARMUP_SECONDS + host.horizonSeconds,
    }),
  )
}

export function timesOfPeer(runs: readonly Judgement[]): TimesByDomain {
  return byDomain(
    runs.flatMap(({ domains }) =>
      domains.map(({ name, requests }) => ({
        name,
        client: requests?.client?.meanSeconds,
        logged: requests?.logged?.meanSeconds,
      })),
    ),
  )
}

function seedsOf({ seed }: DrawnHost): number[] {
  return Array.from({ length: RUNS }, (_, run) => RUNS * seed + run)
}

interface RunOfDomain {
  name: string
  client?: number | null
  logged?: number | null
}

function byDomain(runs: readonly RunOfDomain[]): TimesByDomain {
  const times = new Map<string, Times>()
  for (const { name, client, logged } of runs) {
    const own = times.get(name) ?? { client: [], logged: [] }
    if (client != null) own.client.push(client)
    if (logged != null) own.logged.push(logged)
    times.set(name, own)
  }
  return times
}
