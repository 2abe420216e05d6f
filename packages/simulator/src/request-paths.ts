import type { Domain } from './domain.ts'
import type { RequestLeg } from './request-path.ts'
import type { TwinGuest } from './twin-config.ts'
import { nanoseconds } from './units.ts'

const defaultPath: RequestLeg[] = [{ on: 'service' }]
const DEFAULT_WORKERS = 256

/** A leg of a request's path as it is played. */
export interface Leg {
  /** The domain that it runs on. */
  readonly where: Domain
  /** CPU time, that of the service itself left out. */
  readonly cpuNs: number
  readonly isService: boolean
  /** The client's clock starts when it is dispatched. */
  readonly starts: boolean
  /** The client has its answer when it ends. */
  readonly answers: boolean
  /** The server's log has the request when it ends. */
  readonly logs: boolean
  /** Nothing of the request waits for it. */
  readonly aside: boolean
  /** Null after the last. */
  readonly next: Leg | null
}

/** @returns the first leg; null for a domain without requests */
export function firstLeg({ load }: TwinGuest, domain: Domain, domain0: Domain): Leg | null {
  if (!load) return null
  const path = load.path ?? defaultPath
  const answering = path.find((leg) => leg.answers === true) ?? path.findLast((leg) => !leg.aside)
  const lastService = path.findLast(({ on }) => on === 'service')
  return path.reduceRight<Leg | null>(
    (next, leg) => ({
      where: leg.on === 'domain-0' ? domain0 : domain,
      cpuNs: nanoseconds(leg.cpuSeconds ?? 0),
      isService: leg.on === 'service',
      starts: leg.starts === true,
      answers: leg === answering,
      logs: leg === lastService,
      aside: leg.aside === true,
      next,
    }),
    null,
  )
}

/** Requests in service at a time. */
export function workersOf({ load, vCpus = 1 }: TwinGuest): number {
  return load?.discipline === 'fifo' ? vCpus : (load?.workers ?? DEFAULT_WORKERS)
}
