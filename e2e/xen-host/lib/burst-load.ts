import { setTimeout as sleep } from 'node:timers/promises'
import { GuestClients } from './guest-clients.ts'
import type { XenHost } from './xen-host.ts'

/**
 * What each guest is asked at once. An analysis wants 20 requests in each of its windows of ten
 * seconds, also when this machine is half as fast.
 */
const REQUESTS_PER_GUEST = 16
/** How long one pCPU works on what all guests are asked at once. */
const WORK_MS = 2_500
/** The part of the time in which it has such work to do. */
const BUSY = 0.75
const FITTINGS = 4

/**
 * Clients that ask every guest at the same time, again and again, with a pause between. While all
 * guests have work the weights alone divide the CPU, so the effect of other weights on response times
 * is large and hardly a matter of chance.
 *
 * How fast an emulated CPU is depends on the machine: what a request computes is fitted to it first,
 * and the pauses follow it, so that a slower machine has its pauses too and nothing piles up.
 */
export class BurstLoad {
  readonly #guests: readonly GuestClients[]
  #rounds = 5_000

  private constructor({ handle }: XenHost) {
    this.#guests = handle.ports.guestHttp.map((port) => new GuestClients(port, REQUESTS_PER_GUEST))
  }

  static async fittedTo(host: XenHost): Promise<BurstLoad> {
    const load = new BurstLoad(host)
    await load.#connect()
    await load.#burst() // finds cold caches
    for (let fitting = 1; fitting <= FITTINGS; fitting += 1) {
      const ms = await load.#burst()
      load.#rounds = Math.max(1, Math.round(load.#rounds * Math.min(4, WORK_MS / ms)))
    }
    return load
  }

  /**
   * Lets it run for as long as `during` takes.
   *
   * @returns how long the host worked on a burst on average. Whatever the weights, that is the same
   * work: it shows how fast this machine was meanwhile.
   */
  async runWhile(during: () => Promise<void>): Promise<number> {
    await this.#connect()
    const over = new AbortController()
    const lasting = during().finally(() => over.abort())
    const [times] = await Promise.all([this.#run(over.signal), lasting])
    return times.reduce((sum, ms) => sum + ms, 0) / times.length
  }

  async #run(over: AbortSignal): Promise<number[]> {
    const times: number[] = []
    while (!over.aborted) {
      const ms = await this.#burst()
      times.push(ms)
      await sleep(ms * (1 / BUSY - 1), null, { signal: over }).catch(() => {})
    }
    return times
  }

  async #connect(): Promise<void> {
    await Promise.all(this.#guests.map((guest) => guest.connect()))
  }

  /** @returns how long all answers together took */
  async #burst(): Promise<number> {
    const begin = performance.now()
    await Promise.all(this.#guests.map((guest) => guest.ask(this.#rounds)))
    return performance.now() - begin
  }
}
