import { setTimeout as sleep } from 'node:timers/promises'
import { GuestClients } from './guest-clients.ts'
import type { XenHost } from './xen-host.ts'

/**
 * Number of requests that each guest gets at once. An analysis needs 20 requests in each of its
 * windows of ten seconds, even when this machine is half as fast.
 */
const REQUESTS_PER_GUEST = 16
/** How long one pCPU works on one burst to all guests. */
const WORK_MS = 2_500
/** The fraction of the time during which the host works on a burst. */
const BUSY = 0.75
const FITTINGS = 4

/**
 * Clients that ask all guests at the same time, again and again, with a pause in between. While all
 * guests have work, the weights alone divide the CPU, so other weights have a large effect on
 * response times that hardly depends on chance.
 *
 * The speed of an emulated CPU depends on the machine. The work of a request is therefore fitted to
 * it first, and the pauses are proportional to the bursts, so that nothing piles up on a slower
 * machine.
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
    await load.#burst() // warms the caches
    for (let fitting = 1; fitting <= FITTINGS; fitting += 1) {
      const ms = await load.#burst()
      load.#rounds = Math.max(1, Math.round(load.#rounds * Math.min(4, WORK_MS / ms)))
    }
    return load
  }

  /**
   * Runs the load for as long as `during` takes.
   *
   * @returns the mean time in milliseconds that the host took for a burst. The work is the same
   * under all weights, so this shows how fast the machine was.
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

  /** @returns the time in milliseconds until all answers had arrived */
  async #burst(): Promise<number> {
    const begin = performance.now()
    await Promise.all(this.#guests.map((guest) => guest.ask(this.#rounds)))
    return performance.now() - begin
  }
}
