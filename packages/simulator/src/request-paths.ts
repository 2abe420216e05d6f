import type { RequestLeg } from './request-path.ts'
import type { GuestLoad, TwinConfig, TwinDomain, TwinGuest } from './twin-config.ts'
import { nanoseconds } from './units.ts'

const defaultPath: RequestLeg[] = [{ on: 'service' }]
const defaultWorkers = 256

/** The legs of all guests' requests in arrays, numbered through. */
export class RequestPaths {
  readonly loads: (GuestLoad | undefined)[]
  /** Requests in service at a time, by domain. */
  readonly workers: number[]
  /** Requests without an answer at a time, by domain. */
  readonly outstanding: number[]
  /** The domain that a leg runs on. */
  readonly where: Int32Array
  readonly cpuNs: Float64Array
  readonly isService: Uint8Array
  readonly starts: Uint8Array
  readonly answers: Uint8Array
  readonly aside: Uint8Array
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(config: TwinConfig, domains: TwinDomain[]) {
    this.loads = domains.map((domain) => (domain as TwinGuest).load)
    this.workers = this.loads.map((load, d) =>
      load?.discipline === 'fifo' ? (domains[d]!.vCpus ?? 1) : (load?.workers ?? defaultWorkers),
    )
    this.outstanding = this.loads.map((load) => load?.outstanding ?? Number.POSITIVE_INFINITY)
    const domain0 = config.domain0 ? 0 : -1
    const paths = this.loads.map((load) => (load ? (load.path ?? defaultPath) : []))
    const legs = paths.flatMap((path, d) => path.map((leg) => ({ leg, d, path })))
    this.where = Int32Array.from(legs, ({ leg, d }) => (leg.on === 'domain-0' ? domain0 : d))
    this.cpuNs = Float64Array.from(legs, ({ leg }) => nanoseconds(leg.cpuSeconds ?? 0))
    this.isService = Uint8Array.from(legs, ({ leg }) => Number(leg.on === 'service'))
    this.starts = Uint8Array.from(legs, ({ leg }) => Number(leg.starts === true))
    this.aside = Uint8Array.from(legs, ({ leg }) => Number(leg.aside === true))
    this.answers = Uint8Array.from(legs, ({ leg, path }) => Number(leg === answeringLeg(path)))
    this.#first = new Int32Array(domains.length)
    this.#last = new Int32Array(domains.length)
    let next = 0
    for (const [d, path] of paths.entries()) {
      this.#first[d] = next
      next += path.length
      this.#last[d] = next - 1
    }
  }

  first(d: number): number {
    return this.#first[d]!
  }

  last(d: number): number {
    return this.#last[d]!
  }
}

function answeringLeg(path: RequestLeg[]): RequestLeg {
  return path.find((leg) => leg.answers === true) ?? path.findLast((leg) => !leg.aside)!
}
