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
  /** Times of extra load: the rate is so many times the usual one. */
  surges: readonly { fromMinute: number; toMinute: number; factor: number }[]
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
  const perHost = guestCount / hostCount
  const guests = Array.from({ length: guestCount }, (_, index): FleetGuest => {
    const firstHost = index % hostCount
    const cpuSecondsPerRequest = Math.exp(between(Math.log(0.005), Math.log(0.1)))
    const use = (busy[firstHost]! / perHost) * between(0.4, 1.6)
    const isPromised = draw() < 0.8
    return {
      id: `g${index}`,
      firstHost,
      vCpus: draw() < 0.5 ? 1 : 2,
      cpuSecondsPerRequest,
      usualRatePerSecond: use / cpuSecondsPerRequest,
      busiestHour: hour[firstHost]! + between(-2, 2),
      targetSeconds: isPromised ? P95_OVER_MEAN * cpuSecondsPerRequest * between(2.5, 7) : null,
      memoryBytes: Math.round(between(2, 14)) * GB,
      apartGroups: draw() < 0.1 ? [`group${Math.floor(draw() * hostCount)}`] : [],
      surges: surgesOf(draw, minutes, use),
    }
  })
  return { hosts, guests, minutes, seed }
}

/** About one guest in ten surges in a day, for one to four hours, to up to 1.8 pCPUs. */
function surgesOf(draw: () => number, minutes: number, use: number): FleetGuest['surges'] {
  if (draw() > minutes / 1440 / 10) return []
  const length = 60 + 180 * draw()
  const fromMinute = draw() * (minutes - length)
  return [{ fromMinute, toMinute: fromMinute + length, factor: Math.max(1, (0.8 + draw()) / use) }]
}

/** What comes: the same for every contender. Drawn anew for each guest and minute. */
export function offeredRate(guest: FleetGuest, minute: number): number {
  const shape = (1 + Math.cos(((minute / 60 - guest.busiestHour) / 24) * 2 * Math.PI)) / 2
  const surge = guest.surges.find(
    ({ fromMinute, toMinute }) => minute >= fromMinute && minute < toMinute,
  )
  return guest.usualRatePerSecond * (0.45 + 0.55 * shape) * (surge?.factor ?? 1)
}
