import type { Credit1Options, Credit2Options, GuestLoad, TwinGuest } from './config/twin-config.ts'
import type { Arrivals } from './draws/arrivals.ts'
import type { ServiceTime } from './draws/service-time.ts'

export const credit: Credit1Options = { name: 'credit' }
export const credit2: Credit2Options = { name: 'credit2' }
export const schedulers = [credit, credit2]

/** A guest that never stops computing. */
export function hog(name: string, weight: number, cap = 0): TwinGuest {
  return { name, weight, cap, hogs: 1 }
}

export function guest(
  name: string,
  arrivals: Arrivals,
  serviceTime: ServiceTime,
  more: Partial<GuestLoad> & Partial<TwinGuest> = {},
): TwinGuest {
  const { discipline = 'fifo', workers, path, ...domain } = more
  return { name, ...domain, load: { arrivals, serviceTime, discipline, workers, path } }
}

export const poisson = (ratePerSecond: number): Arrivals => ({ kind: 'poisson', ratePerSecond })
export const constant = (seconds: number): ServiceTime => ({ kind: 'constant', seconds })
export const exponential = (meanSeconds: number): ServiceTime => ({
  kind: 'exponential',
  meanSeconds,
})
