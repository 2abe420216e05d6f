import { type DomainDemand, suitedShares } from '@steelyard/loop'
import { automaticDomain0Weight, DOMAIN0_NAME } from '@steelyard/model'
import { expectedEvents, playWeights, type TwinConfig } from '@steelyard/simulator'
import type { SeenGuest, SeenHost } from './look-at-host.ts'

/** A guest as the twin plays it, on whatever host. */
export interface PlayedGuest {
  uuid: string
  vCpus: number
  weight: number
  usePCpus: number
  /** Null where nobody watches it over SSH: it has no target that is known. */
  seen: SeenGuest | null
}

export interface PlayedHost {
  pCpus: number
  scheduler: 'credit' | 'credit2'
  domain0Weight: number
  /** The hypervisor weighs Domain-0 by itself. */
  weighsDomain0: boolean
  /** pCPUs that Domain-0 and the hypervisor use. */
  restPCpus: number
}

/** Seconds in the statistic that its target is about, by guest; only of those with a target. */
type Times = ReadonlyMap<string, number>

const SEEDS = [1, 2, 3]
/** Enough for a 95th percentile of the guest with the fewest requests, where that is affordable. */
const LEAST_REQUESTS = 1000
const SHORTEST_SECONDS = 30
const LONGEST_SECONDS = 600
const MOST_EVENTS = 3e6
/** Bursts of what no request waits for. */
const BURST_SECONDS = 0.05
/** The weights of a host, when shares are made to weights. */
const WHOLE_WEIGHT = 4096
export const XEN_DEFAULT_WEIGHT = 256

/**
 * The response times of guests on one host by the twin, from what was measured of each: Poisson
 * arrivals and exponential demands with its rate and its CPU time per request. What shapes the true
 * ones have nobody recorded, so the twin is believed only where it sees the present as it is.
 * @param weights by guest
 */
export async function playMember(
  host: PlayedHost,
  guests: readonly PlayedGuest[],
  weights: Readonly<Record<string, number>>,
  signal: AbortSignal,
): Promise<Times> {
  const config = twinOf(host, guests, weights)
  const played = await playWeights(
    config,
    SEEDS.map((seed) => ({ weights, seed })),
    { ...horizonOf(config, guests), signal },
  )
  return new Map(
    guests.flatMap(({ uuid, seen }): [string, number][] => {
      if (!seen || seen.demand.targetSeconds === null) return []
      const values = played.flatMap(
        (times) => times.find(({ name }) => name === uuid)?.responseTime[seen.statistic] ?? [],
      )
      if (values.length === 0) return []
      return [[uuid, values.reduce((sum, each) => sum + each, 0) / values.length]]
    }),
  )
}

export function weightsNow(guests: readonly PlayedGuest[]): Record<string, number> {
  return Object.fromEntries(guests.map(({ uuid, weight }) => [uuid, weight]))
}

function twinOf(
  host: PlayedHost,
  guests: readonly PlayedGuest[],
  weights: Readonly<Record<string, number>>,
): TwinConfig {
  const { pCpus, scheduler, restPCpus } = host
  return {
    pCpus,
    scheduler: { name: scheduler },
    domain0: {
      name: DOMAIN0_NAME,
      weight: domain0WeightBeside(host, guests, weights),
      vCpus: pCpus,
      background: burstsOf(restPCpus),
    },
    guests: guests.map(({ uuid, vCpus, weight, usePCpus, seen }) => {
      const cpuSeconds = seen?.demand.cpuSecondsPerRequest
      const common = { name: uuid, weight, vCpus: Math.max(1, vCpus) }
      if (!seen || !cpuSeconds) return { ...common, background: burstsOf(usePCpus) }
      return {
        ...common,
        cap: seen.demand.mostPCpus < vCpus ? Math.round(100 * seen.demand.mostPCpus) : 0,
        load: {
          arrivals: { kind: 'poisson', ratePerSecond: seen.demand.ratePerSecond },
          serviceTime: { kind: 'exponential', meanSeconds: cpuSeconds },
        },
      }
    }),
  }
}

/** As its use keeps so many of Domain-0's vCPUs active, and the guests all theirs when weights count. */
function domain0WeightBeside(
  { pCpus, scheduler, domain0Weight, weighsDomain0, restPCpus }: PlayedHost,
  guests: readonly PlayedGuest[],
  weights: Readonly<Record<string, number>>,
): number {
  if (!weighsDomain0 || scheduler !== 'credit') return domain0Weight
  const others = guests.map(({ uuid, vCpus, weight }) => ({
    weight: weights[uuid] ?? weight,
    activeVCpus: Math.max(1, vCpus),
  }))
  const active = Math.max(1, Math.ceil(restPCpus))
  return automaticDomain0Weight(pCpus, active, others) ?? domain0Weight
}

function burstsOf(utilisation: number) {
  return { utilisation, periodSeconds: BURST_SECONDS, timing: 'poisson' } as const
}

/** Null where the guests' load or targets ask for no shares. */
export function suitedWeights(
  { pCpus }: PlayedHost,
  guests: readonly PlayedGuest[],
): Record<string, number> | null {
  const statistic = guests.find(({ seen }) => seen?.demand.targetSeconds)?.seen?.statistic
  const shares =
    statistic &&
    suitedShares(
      { pCpus, statistic },
      guests.map((each) => demandOn(pCpus, each)),
    )
  if (!shares) return null
  return Object.fromEntries(
    [...shares].map(([uuid, share]) => [uuid, Math.max(1, Math.round(share * WHOLE_WEIGHT))]),
  )
}

/** What a guest asks of a host with so many pCPUs. */
function demandOn(
  pCpus: number,
  { uuid, vCpus, weight, usePCpus, seen }: PlayedGuest,
): DomainDemand {
  return {
    targetSeconds: null,
    softTargetSeconds: null,
    mostPCpus: vCpus,
    share: 0,
    isBusy: usePCpus > 0,
    ratePerSecond: 0,
    cpuSecondsPerRequest: null,
    ratio: null,
    isMissing: false,
    isAtEase: false,
    ...seen?.demand,
    domain: uuid,
    weight,
    load: usePCpus / pCpus,
  }
}

function horizonOf(config: TwinConfig, guests: readonly PlayedGuest[]) {
  const rates = guests.flatMap(({ seen }) =>
    seen?.demand.targetSeconds && seen.demand.ratePerSecond > 0 ? [seen.demand.ratePerSecond] : [],
  )
  const wanted = LEAST_REQUESTS / Math.min(...rates, Number.MAX_SAFE_INTEGER)
  const affordable = MOST_EVENTS / expectedEvents(config)(1)
  const horizonSeconds = Math.max(
    SHORTEST_SECONDS,
    Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, wanted), affordable),
  )
  return { horizonSeconds, warmupSeconds: horizonSeconds / 10, windowResponses: false }
}

/** Between the twin and a measured time, beyond which it sees another host than there is. */
const SLACK = 1.25

/**
 * The times of the twin by how far it was off at present, within the slack: of guests that stay and keep
 * their targets. Those that miss are on a host too full to tell, and of those that arrive the twin has
 * played another host.
 * @param present what it says of the host as it is
 */
export function correctedTimes(
  times: Times,
  present: Times,
  { guests }: Pick<SeenHost, 'guests'>,
): Times {
  return new Map(
    [...times].map(([uuid, time]) => {
      const { valueSeconds, demand } = guests.get(uuid) ?? {}
      const now = present.get(uuid)
      const target = demand?.targetSeconds
      if (valueSeconds == null || !now || target == null || valueSeconds > target)
        return [uuid, time]
      return [uuid, time * Math.min(SLACK, Math.max(1 / SLACK, valueSeconds / now))]
    }),
  )
}

/** Whether the twin says of each guest that was measured what was measured: that it misses or keeps. */
export function seesPresent(times: Times, { guests }: Pick<SeenHost, 'guests'>): boolean {
  return [...guests].every(([uuid, { demand, valueSeconds }]) => {
    const time = times.get(uuid)
    if (valueSeconds === null || demand.targetSeconds === null || time === undefined) return true
    return valueSeconds > demand.targetSeconds
      ? time * SLACK >= demand.targetSeconds
      : time <= demand.targetSeconds * SLACK
  })
}

export function keepsTargets(times: Times, guests: readonly PlayedGuest[]): boolean {
  return guests.every(({ uuid, seen }) => {
    const target = seen?.demand.targetSeconds
    return target == null || (times.get(uuid) ?? 0) <= target
  })
}
