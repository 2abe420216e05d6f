import type { LiveObserver } from '@steelyard/traces'
import type { ClockOffset } from '@steelyard/xen'
import { nowSeconds } from '../../epoch.ts'
import { liveLogSpec } from './live-log-spec.ts'
import type { ObservedHost } from './observed-host.ts'

/** A connection that is cut without a word is noticed so late: its silence says nothing. */
const NOTICED_LATE_SECONDS = 20

interface Opening {
  atSeconds: number
  clock: ClockOffset | null
}

/** Passes the lines of one connection to a guest's log on to the observer of its host. */
export class FollowedLines {
  readonly #domain: string
  readonly #logFormat: string | null
  readonly #host: ObservedHost
  #opening: Opening | null = null
  /** Empty until it is open. */
  #observers: LiveObserver[] = []
  #lastHeardAt: number

  constructor(domain: string, logFormat: string | null, host: ObservedHost) {
    this.#domain = domain
    this.#logFormat = logFormat
    this.#host = host
    this.#lastHeardAt = nowSeconds()
  }

  open(opening: Opening): void {
    this.#opening = opening
    this.#lastHeardAt = nowSeconds()
    this.#host.connected(this.#domain)
    if (this.#logFormat !== null) this.#openAs(Buffer.alloc(0))
  }

  read(chunk: Buffer): void {
    this.#lastHeardAt = nowSeconds()
    if (this.#observers.length === 0) this.#openAs(chunk)
    for (const observer of this.#observers) observer.logLines(this.#domain, chunk)
  }

  alive(): void {
    for (const observer of this.#observers) observer.logAlive(this.#domain, nowSeconds())
  }

  /** It ended in good order. */
  end(): void {
    this.#close(nowSeconds())
  }

  lost(): void {
    this.#close(Math.max(this.#lastHeardAt, nowSeconds() - NOTICED_LATE_SECONDS))
  }

  #openAs(lines: Buffer): void {
    const { atSeconds, clock } = this.#opening!
    const spec = liveLogSpec(this.#logFormat, lines)
    this.#observers = this.#host.openLog(this.#domain, spec, {
      atEpochSeconds: atSeconds,
      logMinusOursSeconds: clock ? certain(clock) : 0,
    })
  }

  #close(atSeconds: number): void {
    if (this.#observers.length > 0) this.#host.logLost(this.#domain, atSeconds)
    this.#observers = []
    this.#host.disconnected(this.#domain)
  }
}

/** A difference that round trips may explain counts as none. */
function certain({ hostMinusOursSeconds, uncertaintySeconds }: ClockOffset): number {
  return Math.abs(hostMinusOursSeconds) > uncertaintySeconds ? hostMinusOursSeconds : 0
}
