import {
  analyseHost,
  type DomainArrivals,
  hostScheduling,
  recordedHostOf,
  within,
} from '@steelyard/analysis'
import { cpuOf, durationOf, observationOf, requestsOf } from '@steelyard/analysis/testing'
import { AnalysisOptions, type AnalysisResult, type SlaTarget } from '@steelyard/contract'
import { present } from '../present.ts'
import { settingsOf, targetsInSeconds } from './settings-of.ts'

interface UnusualGuest {
  name: string
  ratePerSecond: number
  cap?: number
  vCpus?: number
}

export interface UnusualHost {
  guests: readonly UnusualGuest[]
  scheduler?: 'credit' | 'credit2'
  pCpus?: number
  windows?: number
}

const three = [
  { name: 'vm1', ratePerSecond: 30 },
  { name: 'vm2', ratePerSecond: 20 },
  { name: 'vm3', ratePerSecond: 10 },
] as const

/** Hosts at which a part of an analysis might have nothing to say. */
export const UNUSUAL_HOSTS: Readonly<Record<string, UnusualHost>> = {
  'one guest': { guests: [three[0]] },
  'a domain without requests': { guests: [three[0], three[1], { name: 'vm3', ratePerSecond: 0 }] },
  'no requests but one domain’s': {
    guests: [three[0], { name: 'vm2', ratePerSecond: 0 }, { name: 'vm3', ratePerSecond: 0 }],
  },
  caps: { guests: [{ ...three[0], cap: 80 }, { ...three[1], cap: 60 }, three[2]] },
  'a cap below the load': { guests: [three[0], { ...three[1], cap: 10 }, three[2]] },
  credit2: { guests: three, scheduler: 'credit2' },
  'credit2 with caps': {
    guests: [{ ...three[0], cap: 35 }, three[1], three[2]],
    scheduler: 'credit2',
  },
  'mixed vCPUs': {
    guests: [{ ...three[0], vCpus: 2 }, three[1], { ...three[2], vCpus: 4 }],
    pCpus: 2,
  },
  'a minute of it': { guests: three, windows: 6 },
  'half a minute of it': { guests: three, windows: 3 },
}

/** Targets that every host meets, and that none can. */
export const TARGETS = { none: null, loose: 5000, impossible: 0.5 } as const

const WINDOW_SECONDS = 10
const DEMAND_SECONDS = 0.01
const known = <T>(value: T) => ({ value, origin: { kind: 'xl-output' as const, path: 'xl.txt' } })

/** Analyses such a host as the API does. */
export async function analyseUnusual(
  { guests, scheduler = 'credit', pCpus = 1, windows = 18 }: UnusualHost,
  targetMs: number | null,
  asked: Partial<AnalysisOptions> = {},
): Promise<AnalysisResult> {
  const options = AnalysisOptions.parse({
    stepShare: 0.1,
    timeLimitSeconds: 1,
    targetStatistic: 'mean',
    ...asked,
  })
  const facts = {
    scheduler: known<string>(scheduler),
    tsliceMs: null,
    ratelimitUs: null,
    xenVersion: known('4.17'),
    pCpus: known(pCpus),
    experiments: null,
    contradictions: [],
    domains: ['Domain-0', ...guests.map(({ name }) => name)].map((domain, id) => {
      const guest = guests.find(({ name }) => name === domain)
      return {
        domain,
        xenId: known(id),
        weight: known(256),
        cap: guest?.cap === undefined ? null : known(guest.cap),
        vCpus: known(guest?.vCpus ?? 1),
      }
    }),
  }
  const arrivals = guests
    .filter(({ ratePerSecond }) => ratePerSecond > 0)
    .map((guest) => arrivalsOf(guest, windows * WINDOW_SECONDS))
  const observations = Array.from({ length: windows }, (_, window) =>
    observedIn(window * WINDOW_SECONDS, guests, pCpus),
  ).flat()
  const targets = guests.flatMap(({ name: domain }): SlaTarget[] =>
    targetMs === null
      ? []
      : [{ domain, responseTimeMs: targetMs, throughputPerSecond: null, isSoft: false }],
  )
  const { result, basis } = await analyseHost({
    host: recordedHostOf({ observations, windowSeconds: WINDOW_SECONDS }, [], options, facts),
    scheduling: hostScheduling(facts),
    settings: settingsOf(options),
    targets: targetsInSeconds(targets),
    sources: [],
    notes: [],
    facts,
    hasTrace: true,
    readArrivals: async ({ fromEpochSeconds, toEpochSeconds }) =>
      arrivals.map((each) => within(each, fromEpochSeconds, toEpochSeconds)),
  })
  return present(result, basis, { targets, options })
}

/** Times of one queue that all guests share, and a load that is now above and now below its mean. */
function observedIn(at: number, guests: readonly UnusualGuest[], pCpus: number) {
  const busy = guests.reduce((sum, { ratePerSecond: rate }) => sum + rate * DEMAND_SECONDS, 0)
  return [
    observationOf('Domain-0', at, { cpu: cpuOf({ usedSeconds: 0.3 }) }),
    ...guests.map(({ name, ratePerSecond }) => {
      const count = ratePerSecond * WINDOW_SECONDS + (at % 3) - 1
      const meanSeconds = DEMAND_SECONDS / (1 - busy / pCpus)
      return observationOf(name, at, {
        cpu: cpuOf({ usedSeconds: ratePerSecond * WINDOW_SECONDS * DEMAND_SECONDS }),
        requests:
          ratePerSecond === 0
            ? null
            : requestsOf({
                arrivals: count,
                duration: durationOf({
                  count,
                  meanSeconds,
                  varianceSeconds2: meanSeconds ** 2,
                  p95Seconds: 3 * meanSeconds,
                  p99Seconds: 4.6 * meanSeconds,
                  maxSeconds: 6 * meanSeconds,
                }),
              }),
      })
    }),
  ]
}

/** Exponential gaps from a fixed sequence, so that every run has the same requests. */
function arrivalsOf({ name, ratePerSecond }: UnusualGuest, seconds: number): DomainArrivals {
  const offsets: number[] = []
  let state = 1 + name.length + ratePerSecond
  for (let at = 0; at < seconds; ) {
    state = (state * 48_271) % 2_147_483_647
    at -= Math.log(state / 2_147_483_647) / ratePerSecond
    if (at < seconds) offsets.push(at)
  }
  return {
    domain: name,
    startEpochSeconds: 0,
    offsetsSeconds: Float64Array.from(offsets),
    resolution: 'microsecond',
  }
}
