import { uniform } from '@steelyard/model'

/** A guest as the world knows it. */
export interface FleetGuest {
  id: string
  firstHost: number
  vCpus: number
  cpuSecondsPerRequest: number
  usualRatePerSecond: number
  busiestHour: number
  targetSeconds: number | null
  memoryBytes: number
  apartGroups: readonly string[]
  /** When the rate is so many times the usual one, whatever the hour. */
  surge: { fromMinute: number; toMinute: number; factor: number } | null
}

export interface FleetHost {
  id: string
  pCpus: number
  memoryBytes: number
}

export interface Fleet {
  hosts: readonly FleetHost[]
  guests: readonly FleetGuest[]
  minutes: number
  seed: number
}

export interface FleetSize {
  hosts: number
  guests: number
  minutes: number
}

const GB = 1e9
const P_CPUS = 4
/** Of exponential times. */
const P95_OVER_MEAN = Math.log(20)

/**
 * A pool in which most guests have targets, so that weights have few payers, and hosts differ in what
 * they carry: from two fifths of their CPUs to nearly all at the busiest hour.
 */
export function drawFleet(
  { hosts: hostCount, guests: guestCount, minutes }: FleetSize,
  seed: number,
): Fleet {
  const draw = uniform(seed)
  const between = (low: number, high: number) => low + (high - low) * draw()
  const hosts = Array.from({ length: hostCount }, (_, index) => ({
    id: `h${index}`,
    pCpus: P_CPUS,
    memoryBytes: 256 * GB,
  }))
  const busy = hosts.map(() => between(0.4, 0.85) * P_CPUS)
  const hour = hosts.map(() => between(9, 21))
  const surges = hosts.map((_, host) => drawSurge(draw, minutes, busy[host]!))
  const perHost = guestCount / hostCount
  const guests = Array.from({ length: guestCount }, (_, index): FleetGuest => {
    const firstHost = index % hostCount
    const cpuSecondsPerRequest = Math.exp(between(Math.log(0.005), Math.log(0.1)))
    const use = (busy[firstHost]! / perHost) * between(0.4, 1.6)
    const vCpus = draw() < 0.5 ? 1 : 2
    const surge = surges[firstHost]!
    const isPromised = draw() < 0.8
    const isSurging = surge !== null && Math.floor(index / hostCount) < SURGING
    const most = Math.min(MOST_OF_V_CPU * vCpus, use + (surge?.morePCpus ?? 0) / SURGING)
    return {
      id: `g${index}`,
      firstHost,
      vCpus,
      cpuSecondsPerRequest,
      usualRatePerSecond: use / cpuSecondsPerRequest,
      busiestHour: hour[firstHost]! + between(-2, 2),
      targetSeconds: isPromised ? P95_OVER_MEAN * cpuSecondsPerRequest * between(2.5, 7) : null,
      memoryBytes: Math.round(between(2, 14)) * GB,
      apartGroups: draw() < 0.1 ? [`group${Math.floor(draw() * hostCount)}`] : [],
      surge: isSurging ? { ...surge, factor: Math.max(1, most / use) } : null,
    }
  })
  return { hosts, guests, minutes, seed }
}

/** Guests of one host that surge together, as the tiers of an application do. */
const SURGING = 4
/** No guest is asked for more than it can give: weights and moves could not help it. */
const MOST_OF_V_CPU = 0.75

/** Half of the hosts in a day, for one to four hours, to 0.9 to 1.3 of their CPUs. */
function drawSurge(draw: () => number, minutes: number, busyPCpus: number) {
  if (draw() > (0.5 * minutes) / 1440) return null
  const length = 60 + 180 * draw()
  const fromMinute = draw() * Math.max(0, minutes - length)
  const morePCpus = Math.max(0, (0.9 + 0.4 * draw()) * P_CPUS - 0.75 * busyPCpus)
  return { fromMinute, toMinute: fromMinute + length, morePCpus }
}

/** What comes: the same for every contender. Drawn anew for each guest and minute. */
export function offeredRate(guest: FleetGuest, minute: number): number {
  const shape = (1 + Math.cos(((minute / 60 - guest.busiestHour) / 24) * 2 * Math.PI)) / 2
  const { surge } = guest
  const isSurging = surge !== null && minute >= surge.fromMinute && minute < surge.toMinute
  return isSurging
    ? guest.usualRatePerSecond * surge.factor
    : guest.usualRatePerSecond * (0.45 + 0.55 * shape)
}
