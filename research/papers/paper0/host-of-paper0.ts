import { directPath, type RequestLeg, type TwinConfig } from '@steelyard/simulator'
import { type Interval, serviceTimes } from './intervals.ts'

/** Weights of the guests; Domain-0 keeps 256. */
export type GuestWeights = readonly [number, number, number]
const equal: GuestWeights = [256, 256, 256]
/** "50 % more credit" for VM1, in the paper's words. */
export const raised: GuestWeights = [384, 256, 256]

/**
 * CPU seconds of Domain-0 per request and direction, where it is not idle. No figure is published;
 * Xen 4.17 needs about this.
 */
export const domain0Seconds = 0.00015

export interface PlayOptions {
  weights?: GuestWeights
  /** Domain-0's CPU seconds per request and direction. Default 0. */
  domain0Seconds?: number
  path?: RequestLeg[]
  /** Index of a VM that has moved to another host. */
  gone?: number
}

export interface RowOptions {
  /** As in `PlayOptions`. */
  domain0Seconds?: number
  /** New weights from the beginning of the interval with this index on. */
  change?: { at: number; weights: GuestWeights }
}

type Arrivals = NonNullable<TwinConfig['guests'][number]['load']>['arrivals']

/** One interval by itself. The phase of each stream is drawn from the seed. */
export function hostInInterval(rates: readonly number[], options: PlayOptions = {}): TwinConfig {
  const { weights = equal, domain0Seconds = 0, path, gone } = options
  const arrivals = rates.map((ratePerSecond): Arrivals => ({ kind: 'periodic', ratePerSecond }))
  const host = hostOf(arrivals, weights, path ?? pathThrough(domain0Seconds))
  return { ...host, guests: host.guests.filter((_, vm) => vm !== gone) }
}

/** Each stream is moved by up to this much to either side, which draws its phase. */
const shiftSeconds = 0.05

/** The intervals of a table one after the other, without a pause. */
export function hostInARow(
  intervals: readonly Interval[],
  { domain0Seconds = 0, change }: RowOptions = {},
): TwinConfig {
  const starts = startsOf(intervals)
  const arrivals = serviceTimes.map((_, vm): Arrivals => {
    const seconds = intervals.flatMap((interval, index) => {
      const rate = interval.rates[vm]!
      return Array.from(
        { length: rate * interval.seconds },
        (_, nth) => starts[index]! + nth / rate,
      )
    })
    return { kind: 'times', seconds, clockUncertaintySeconds: shiftSeconds }
  })
  const host = hostOf(arrivals, equal, pathThrough(domain0Seconds))
  if (!change) return host
  const changes = change.weights.map((weight, vm) => ({
    atSeconds: starts[change.at]!,
    domain: nameOf(vm),
    weight,
  }))
  return { ...host, changes }
}

/** The beginning of each interval, and the end of the last one. */
export function startsOf(intervals: readonly Interval[]): number[] {
  const starts = [0]
  for (const { seconds } of intervals) starts.push(starts.at(-1)! + seconds)
  return starts
}

const nameOf = (vm: number) => `VM${vm + 1}`

/**
 * The paper's host as far as it is described: the credit scheduler of Xen 3.1 on one pCPU, one vCPU
 * per domain, httperf's even arrivals, requests that all need the same CPU time, and first come,
 * first served within a guest.
 */
function hostOf(
  arrivals: readonly Arrivals[],
  weights: GuestWeights,
  path: RequestLeg[] | undefined,
): TwinConfig {
  return {
    pCpus: 1,
    scheduler: { name: 'credit', xenVersion: '3.1' },
    domain0: { name: 'Domain-0' },
    guests: arrivals.map((each, vm) => ({
      name: nameOf(vm),
      weight: weights[vm]!,
      load: {
        arrivals: each,
        serviceTime: { kind: 'constant', seconds: serviceTimes[vm]! },
        discipline: 'fifo',
        ...(path ? { path } : {}),
      },
    })),
  }
}

/** Without any cost in Domain-0 a request consists of its service alone. */
function pathThrough(seconds: number): RequestLeg[] | undefined {
  return seconds > 0 ? directPath(seconds, seconds) : undefined
}
