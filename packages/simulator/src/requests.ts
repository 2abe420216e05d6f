import type { Domain } from './domain.ts'
import type { Leg } from './request-paths.ts'
import { unknown } from './units.ts'

/** A request, or other work that a vCPU does like one. Times in ns. */
export class Request {
  domain!: Domain
  /** What is waited for or runs; null for work that nobody waits for. */
  leg: Leg | null = null
  /** Of a real-time job. */
  isPiece = false
  /** CPU time that the service itself needs. */
  demandNs = unknown
  /** When the client's clock started. */
  started = unknown
  /** When its service first had the CPU. */
  served = unknown
  /** The reporting window of the arrival. */
  window = 0

  /** CPU time that the leg still needs. */
  leftNs = unknown

  // Among the jobs of a vCPU.

  /** In turns: what it has had of the vCPU, from where it joined. */
  hadNs = unknown
  /** Evenly shared: the common progress at which it is done. */
  endsAt = unknown

  /** Its service has had the CPU from `at` on; the first time counts. */
  serve(at: number): void {
    if (Number.isNaN(this.served)) this.served = at
  }
}

/** The requests under way; who is done makes room for the next, so that few are ever allocated. */
export class Requests {
  readonly #free: Request[] = []
  #freeCount = 0
  underWay = 0

  take(domain: Domain, leg: Leg | null): Request {
    this.underWay++
    const request = this.#freeCount > 0 ? this.#free[--this.#freeCount]! : new Request()
    request.domain = domain
    request.leg = leg
    return request
  }

  release(request: Request): void {
    this.underWay--
    this.#free[this.#freeCount++] = request
  }
}
