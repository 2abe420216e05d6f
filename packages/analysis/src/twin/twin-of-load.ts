import { DOMAIN0_NAME, type DomainLoad, valueFor } from '@steelyard/model'
import {
  type Arrivals,
  type BoostPolicy,
  balanceCpu,
  type Credit1Options,
  type ObservedGuest,
  type TwinConfig,
  twinOfHost,
} from '@steelyard/simulator'
import type { Experiments } from '../known-host/host-facts.ts'
import type { AnalysisLoad, TwinInput } from '../load/analysis-load.ts'
import type { HostScheduling } from '../load/host-scheduling.ts'
import type { DomainArrivals } from './arrivals.ts'
import type { TwinNote } from './twin-notes.ts'

/** Used when the version is unknown: the twin was validated against this one. */
export const ASSUMED_XEN_VERSION = '4.17'

/** The parts of the analysed host that the twin needs. */
export type PlayableHost = Pick<AnalysisLoad, 'load' | 'weights' | 'scheduling'> & {
  twin: TwinInput
}

export interface TwinOfLoad {
  config: TwinConfig
  /** `synthetic`: drawn by rate and variation, because the arrivals of some domain are not kept. */
  arrivals: 'recorded' | 'synthetic'
  /** The assumptions behind the twin. */
  notes: TwinNote[]
}

/**
 * The twin of an analysed host under the weights, caps and scheduler of the analysis. Its time 0 is
 * the start of the arrivals. It plays some minutes to fit demands to the measured CPU time, which
 * takes up to a second, so it is for the worker, not for the API. Other weights and caps are
 * changes to the configuration that it returns.
 * @throws TwinError
 */
export function twinOfLoad(
  { load, weights, scheduling, twin }: PlayableHost,
  recorded: readonly DomainArrivals[],
  changes: NonNullable<TwinConfig['changes']> = [],
): TwinOfLoad {
  const domains = load.domains.filter(({ arrivalRatePerSecond: rate }) => rate > 0)
  const arrivals = new Map(domains.map((domain) => [domain.name, arrivalsOf(domain, recorded)]))
  const replayed = [...arrivals.values()].every(({ kind }) => kind === 'times')
  const observed = {
    pCpus: load.pCpus,
    scheduler: schedulerOf(scheduling),
    changes,
    ...(load.client ? { client: load.client } : {}),
    connections: twin.connections?.kind ?? 'per-request',
    domain0: {
      name: DOMAIN0_NAME,
      weight: weights[DOMAIN0_NAME]!,
      vCpus: scheduling.vCpus[DOMAIN0_NAME] ?? 1,
      ...twin.domain0,
    },
    guests: domains.map((domain) =>
      guestOf(domain, arrivals.get(domain.name)!, weights, scheduling),
    ),
  }
  return {
    config: twinOfHost(balanceCpu(observed)),
    arrivals: replayed ? 'recorded' : 'synthetic',
    notes: [
      ...(load.demand ? [{ code: 'demand' as const, doubt: load.demand }] : []),
      ...notesOf(scheduling, recorded, replayed),
      { code: 'connections' as const, stated: twin.connections ?? null },
    ],
  }
}

function guestOf(
  { name, arrivalRatePerSecond: rate, serviceTimeSeconds, ...domain }: DomainLoad,
  arrivals: Arrivals,
  weights: Record<string, number>,
  { vCpus }: HostScheduling,
): ObservedGuest {
  const utilisation = Math.min(domain.backgroundUtilisation ?? 0, rate * serviceTimeSeconds)
  return {
    name,
    arrivals,
    weight: weights[name]!,
    cap: domain.capPercent ?? 0,
    vCpus: valueFor(vCpus, name) ?? 1,
    cpuSecondsPerRequest: serviceTimeSeconds - utilisation / rate,
    demandSpread: domain.serviceTimeScv ?? 0,
    background: { utilisation },
  }
}

function arrivalsOf(
  { name, arrivalRatePerSecond: ratePerSecond, arrivalScv = 1 }: DomainLoad,
  recorded: readonly DomainArrivals[],
): Arrivals {
  const own = recorded.find(({ domain }) => domain === name)
  if (!own) return { kind: 'renewal', ratePerSecond, squaredCoefficientOfVariation: arrivalScv }
  return {
    kind: 'times',
    seconds: own.offsetsSeconds,
    ...(own.resolution === 'second' ? { resolutionSeconds: 1 } : {}),
  }
}

function schedulerOf(scheduling: HostScheduling): TwinConfig['scheduler'] {
  const { scheduler: name, tsliceMs, ratelimitUs } = scheduling
  const xenVersion = scheduling.xenVersion ?? ASSUMED_XEN_VERSION
  const ratelimit = ratelimitUs === null ? {} : { ratelimitSeconds: ratelimitUs / 1e6 }
  if (name === 'credit2') return { name, xenVersion, ...ratelimit }
  const tslice = tsliceMs === null ? {} : { tsliceSeconds: tsliceMs / 1000 }
  return { name, xenVersion, ...tslice, ...ratelimit, ...beyondXen(scheduling.experiments) }
}

function beyondXen(
  experiments: HostScheduling['experiments'],
): Pick<Credit1Options, 'boost' | 'realTimeWeight'> {
  if (!experiments) return {}
  const { realTimeWeight } = experiments
  return {
    boost: boostOf(experiments),
    ...(realTimeWeight === null ? {} : { realTimeWeight }),
  }
}

/** The twin's policy for what a hypervisor for experiments does. */
export function boostOf({ boost, boostLasts: lasts, loan }: Experiments): BoostPolicy {
  switch (boost) {
    case 'wake':
      return { policy: 'wake' }
    case 'always':
      return { policy: 'always', lasts }
    case 'loan':
      return {
        policy: 'loan-redemption',
        creditLine: loan.credits,
        repaymentShare: loan.share,
        sizingFactor: loan.factor,
        lasts,
      }
  }
}

function notesOf(
  scheduling: HostScheduling,
  recorded: readonly DomainArrivals[],
  replayed: boolean,
): TwinNote[] {
  const { xenVersion, scheduler, tsliceMs, ratelimitUs } = scheduling
  const coarse = recorded.filter(({ resolution }) => resolution === 'second')
  const constants = [
    ...(scheduler === 'credit' && tsliceMs === null ? (['time-slice'] as const) : []),
    ...(ratelimitUs === null ? (['ratelimit'] as const) : []),
  ]
  const notes: TwinNote[] = []
  if (xenVersion === null) {
    notes.push({ code: 'xen-version-assumed', version: ASSUMED_XEN_VERSION })
  }
  if (constants.length > 0) notes.push({ code: 'constants-assumed', constants })
  notes.push(...notesBeyondXen(scheduling))
  if (coarse.length > 0) {
    notes.push({ code: 'whole-second-stamps', domains: coarse.map(({ domain }) => domain) })
  }
  if (!replayed) notes.push({ code: 'arrivals-drawn' })
  return notes
}

/** Under credit2 none of it has an effect. */
function notesBeyondXen({ scheduler, experiments }: HostScheduling): TwinNote[] {
  if (scheduler === 'credit2' || !experiments) return []
  const { realTimeWeight, ...boosts } = experiments
  return [
    ...(boosts.boost === 'wake' ? [] : [{ code: 'host-boosts' as const, ...boosts }]),
    ...(realTimeWeight === null
      ? []
      : [{ code: 'real-time-weight' as const, weight: realTimeWeight }]),
  ]
}
