import { setTimeout as sleep } from 'node:timers/promises'
import { GuestClients } from './guest-clients.ts'
import type { XenHost } from './xen-host.ts'

/**
 * What each guest is asked at once. An analysis wants 20 requests in each of its windows of ten
 * seconds, also when this machine is half as fast.
 */
const REQUESTS_PER_GUEST = 16
/** How long one pCPU works on what one guest is asked at once, with nothing else to do. */
const WORK_MS = 850
/** The part of the time in which the pCPU has such work to do. */
const BUSY = 0.75
const FITTINGS = 4
const PACE_BURSTS = 6

/** How long the favoured guest took for a burst while the others were idle: whatever the weights. */
export type Pace = { beforeMs: number; afterMs: number }

/**
 * Clients that ask all guests on a common beat. While all guests have work the weights alone divide
 * the CPU, so the effect of other weights on response times is large and hardly a matter of chance. A
 * guest that has not answered everything yet leaves the beat out: nothing piles up, and it holds up
 * nobody else.
 *
 * How fast an emulated CPU is depends on the machine. What a request computes is fitted to it once;
 * the beat, to the pace right before.
 */
export class BurstLoad {
  readonly #guests: readonly GuestClients[]
  #rounds = 5_000

  private constructor({ handle }: XenHost) {
    this.#guests = handle.ports.guestHttp.map((port) => new GuestClients(port, REQUESTS_PER_GUEST))
  }

  static async fittedTo(host: XenHost): Promise<BurstLoad> {
    const load = new BurstLoad(host)
    await load.#fit()
    return load
  }

  get #favoured(): GuestClients {
    return this.#guests[0]!
  }

  async #fit(): Promise<void> {
    await this.#favoured.connect()
    await this.#favoured.burst(this.#rounds) // finds cold caches
    for (let fitting = 1; fitting <= FITTINGS; fitting += 1) {
      const ms = await this.#favoured.burst(this.#rounds)
      this.#rounds = Math.max(1, Math.round(this.#rounds * Math.min(4, WORK_MS / ms)))
    }
  }

  /** Lets it run for as long as `during` takes. */
  async runWhile(during: () => Promise<void>): Promise<Pace> {
    await Promise.all(this.#guests.map((guest) => guest.connect()))
    const beforeMs = await this.#pace()
    const over = new AbortController()
    const beat = new Beat((this.#guests.length * beforeMs) / BUSY, over.signal)
    const lasting = during().finally(() => over.abort())
    await Promise.all([lasting, ...this.#guests.map((guest) => this.#follow(beat, guest))])
    return { beforeMs, afterMs: await this.#pace() }
  }

  async #follow(beat: Beat, guest: GuestClients): Promise<void> {
    while (await beat.next()) await guest.burst(this.#rounds)
  }

  /** Mean time of a burst to the favoured guest alone. */
  async #pace(): Promise<number> {
    let ms = 0
    for (let at = 0; at < PACE_BURSTS; at += 1) ms += await this.#favoured.burst(this.#rounds)
    return ms / PACE_BURSTS
  }
}

/** The same moments for all that wait for them. */
class Beat {
  readonly #periodMs: number
  readonly #over: AbortSignal
  readonly #begin = performance.now()

  constructor(periodMs: number, over: AbortSignal) {
    this.#periodMs = periodMs
    this.#over = over
  }

  /** @returns false when it is over */
  async next(): Promise<boolean> {
    const sinceLast = (performance.now() - this.#begin) % this.#periodMs
    await sleep(this.#periodMs - sinceLast, null, { signal: this.#over }).catch(() => {})
    return !this.#over.aborted
  }
}
