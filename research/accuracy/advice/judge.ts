import type { Weights } from '@steelyard/model'
import { playWeights, type TwinConfig, underWeights } from '@steelyard/simulator'
import { judge as playIndependently } from '../../../bench/index.ts'

/** Response times of one domain. */
export interface JudgedTime {
  /** The mean that clients see. */
  clientSeconds: number
  /** The mean in the server's log: from a request's first run to its end. */
  loggedSeconds: number
  /** The 95th percentile in the server's log. Null over several loads, where it does not add up. */
  loggedP95Seconds: number | null
}

/** Times by domain. A domain without answers is missing. */
export type JudgedTimes = Record<string, JudgedTime>

/** Simulates a host in its steady state under any weights. */
export interface Judge {
  id: 'twin' | 'independent'
  title: string
  /**
   * Patterns of the simulator's source files. A change in these files makes it a different judge.
   */
  sources: string[]
  /** Long enough to select the allocations that are worth a closer look. */
  coarseSeconds: number
  play(host: TwinConfig, weights: readonly Weights[], seconds: number): Promise<JudgedTimes[]>
}

/** The steady state is taken to begin after this time. */
const WARMUP_SECONDS = 60
const DRAIN_SECONDS = 120
/** All weights see the same requests, so that two results differ by the weights alone. */
const SEED = 20_261_122

const twinJudge: Judge = {
  id: 'twin',
  title: 'the twin in its steady state',
  sources: ['packages/simulator/src', 'packages/model/src/numeric'],
  coarseSeconds: 150,
  async play(host, weights, seconds) {
    const played = await playWeights(
      host,
      weights.map((each) => ({ weights: each, seed: SEED })),
      {
        warmupSeconds: WARMUP_SECONDS,
        horizonSeconds: WARMUP_SECONDS + seconds,
        drainSeconds: DRAIN_SECONDS,
      },
    )
    return played.map((domains) =>
      timesOf(
        domains.map(({ name, responseTime, loggedTime }) => [
          name,
          responseTime.mean,
          loggedTime.mean,
          loggedTime.p95,
        ]),
      ),
    )
  },
}

const independentJudge: Judge = {
  id: 'independent',
  title: 'an independent simulator in C++',
  sources: ['bench/peers/xen-host.cpp', 'bench/peers/xen-host'],
  coarseSeconds: 300,
  async play(host, weights, seconds) {
    return weights.map((each) => {
      const { domains } = playIndependently(underWeights(host, each), {
        seed: SEED,
        warmupSeconds: WARMUP_SECONDS,
        drainSeconds: DRAIN_SECONDS,
        seconds: WARMUP_SECONDS + seconds,
      })
      return timesOf(
        domains.map(({ name, requests }) => [
          name,
          requests?.client?.meanSeconds,
          requests?.logged?.meanSeconds,
          requests?.logged?.p95Seconds,
        ]),
      )
    })
  },
}

export const judges: readonly Judge[] = [twinJudge, independentJudge]

type Seconds = number | null | undefined
type Played = readonly [name: string, client: Seconds, logged: Seconds, loggedP95: Seconds]

function timesOf(domains: readonly Played[]): JudgedTimes {
  return Object.fromEntries(
    domains.flatMap(([name, clientSeconds, loggedSeconds, loggedP95Seconds]) =>
      clientSeconds == null || loggedSeconds == null || loggedP95Seconds == null
        ? []
        : [[name, { clientSeconds, loggedSeconds, loggedP95Seconds }] as const],
    ),
  )
}
