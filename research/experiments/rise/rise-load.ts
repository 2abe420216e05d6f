import { Random } from '@steelyard/model'
import { FAMILIES } from '../../../bench/index.ts'
import { serviceTimes, table3 } from '../../papers/paper0/intervals.ts'
import { arrivalTimes } from '../../recordings/arrivals.ts'
import { nameOf } from '../paper0/table-load.ts'

/**
 * An emulated host does in a second what Table 3’s host did in a tenth of one. So requests take ten
 * times as long and come ten times as rarely: the host is as busy as there.
 */
export const SLOWNESS = 10

/** Xen’s default. */
export const BOOT_WEIGHT = 256

export interface RiseGuest {
  name: string
  /** Mean CPU time of a request, Domain-0’s for it included. */
  cpuSeconds: number
  /** Of the 95th percentile of a minute. Null: it can pay. */
  targetSeconds: number | null
}

/** Who has a target, and which, is as in the family of simulated hosts that Table 3’s load has. */
export const GUESTS: readonly RiseGuest[] = serviceTimes.map((seconds, vm) => {
  const { targetSeconds } = FAMILIES.short.guests[vm]!
  return {
    name: nameOf(vm),
    cpuSeconds: SLOWNESS * seconds,
    targetSeconds: targetSeconds && SLOWNESS * targetSeconds,
  }
})

const [CALM, RISEN] = [table3[2], table3[4]]
const CALM_SECONDS = 120
const RISEN_SECONDS = 480

/** When the load rises, in seconds since it began. */
export const riseAt = (scale: number) => scale * CALM_SECONDS

export const lengthOf = (scale: number) => scale * (CALM_SECONDS + RISEN_SECONDS)

export interface PlannedRequest {
  guest: number
  /** Since the load began. */
  atSeconds: number
  /** Its CPU time beyond that of an empty request, over the mean of its guest’s. */
  work: number
}

/** Streams of random numbers far from those of the arrivals. */
const WORKS = 100

/**
 * Poisson arrivals of Table 3’s third interval and then of its fifth, with exponential works, in order
 * of time. The same seed gives the same requests.
 */
export function riseRequests({ scale, seed }: { scale: number; seed: number }): PlannedRequest[] {
  return GUESTS.flatMap((_, guest) => {
    const phases = [
      { durationSeconds: scale * CALM_SECONDS, requestsPerSecond: CALM.rates[guest]! / SLOWNESS },
      { durationSeconds: scale * RISEN_SECONDS, requestsPerSecond: RISEN.rates[guest]! / SLOWNESS },
    ]
    const works = new Random(seed, WORKS + guest)
    return arrivalTimes(phases, { kind: 'poisson' }, seed, guest)
      .flat()
      .map((atSeconds) => ({ guest, atSeconds, work: works.exponential(1) }))
  }).sort((one, other) => one.atSeconds - other.atSeconds)
}
