import type { ClockOffset } from '@steelyard/xen'
import { liveLogSpec } from './live-log-spec.ts'
import { nowSeconds, type ObservedHost } from './observed-host.ts'

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
  #isOpen = false
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
    if (!this.#isOpen) this.#openAs(chunk)
    this.#host.observer.logLines(this.#domain, chunk)
  }

  alive(): void {
    if (this.#isOpen) this.#host.observer.logAlive(this.#domain, nowSeconds())
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
    this.#host.observer.openLog(this.#domain, liveLogSpec(this.#logFormat, lines), {
      atEpochSeconds: atSeconds,
      logMinusOursSeconds: clock ? certain(clock) : 0,
    })
    this.#host.logFollowed(this.#domain)
    this.#isOpen = true
  }

  #close(atSeconds: number): void {
    if (this.#isOpen) this.#host.observer.logLost(this.#domain, atSeconds)
    this.#isOpen = false
    this.#host.disconnected(this.#domain)
  }
}

/** A difference that round trips may explain counts as none. */
function certain({ hostMinusOursSeconds, uncertaintySeconds }: ClockOffset): number {
  return Math.abs(hostMinusOursSeconds) > uncertaintySeconds ? hostMinusOursSeconds : 0
}
