import type { RequestLeg } from '../config/request-path.ts'
import type { TwinGuest } from '../config/twin-config.ts'
import { nanoseconds } from '../units.ts'
import type { Domain } from './domain.ts'

const defaultPath: RequestLeg[] = [{ on: 'service' }]
const DEFAULT_WORKERS = 256

/** A leg of a request's path, prepared for simulation. */
export interface Leg {
  /** The domain on which it runs. */
  readonly where: Domain
  /** CPU time without that of the service itself. */
  readonly cpuNs: number
  readonly isService: boolean
  /** Whether the client's clock starts when it is dispatched. */
  readonly starts: boolean
  /** Whether the client has its answer when it ends. */
  readonly answers: boolean
  /** Whether the server logs the request when it ends. */
  readonly logs: boolean
  /** Whether the rest of the request does not wait for it. */
  readonly aside: boolean
  /** null after the last leg. */
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

/** Maximum number of requests in service at a time. */
export function workersOf({ load, vCpus = 1 }: TwinGuest): number {
  return load?.discipline === 'fifo' ? vCpus : (load?.workers ?? DEFAULT_WORKERS)
}
