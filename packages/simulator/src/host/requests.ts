import { unknown } from '../units.ts'
import type { Domain } from './domain.ts'
import type { Leg } from './request-paths.ts'

/** A request, or other work that a vCPU processes like one. Times in ns. */
export class Request {
  domain!: Domain
  /** The leg that it waits for or runs; null for work that no request waits for. */
  leg: Leg | null = null
  /** Whether it is a piece of a real-time job. */
  isPiece = false
  /** CPU time that the service itself needs. */
  demandNs = unknown
  /** When the client's clock started. */
  started = unknown
  /** When its service first got the CPU. */
  served = unknown
  /** The reporting window of the arrival. */
  window = 0

  /** CPU time that the leg still needs. */
  leftNs = unknown

  // State while it is one of a vCPU's jobs.

  /** Under time sharing: CPU time received, counted from the level at which it joined. */
  hadNs = unknown
  /** Under processor sharing: the common progress at which it ends. */
  endsAt = unknown

  /** Its service has had the CPU since `at`; only the first time counts. */
  serve(at: number): void {
    if (Number.isNaN(this.served)) this.served = at
  }
}

/** A pool of requests: a finished one is reused for the next, so that few are ever allocated. */
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
