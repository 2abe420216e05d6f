import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { GuestClients, NoAnswer } from './guest-clients.ts'
import { GUEST_NAMES, type XenHost } from './xen-host.ts'

/** A request as its client saw it. */
export interface SeenRequest {
  domain: string
  startEpochSeconds: number
  durationSeconds: number
}

const CLIENTS_PER_GUEST = 8
const FIRST_ROUNDS = 2_000
const FITTINGS = 5
const TIMES = 7
const STEP = 0.85
const STEP_MS = 20_000

/**
 * Clients that ask, wait for the answer, think for a random time and ask again. Unlike an open load
 * it cannot pile up when the machine under the emulated host is slow for a while, and unlike bursts
 * it has a steady state, on which the models of a host rest.
 */
export class SteadyLoad {
  readonly #guests: ReadonlyMap<string, GuestClients>
  readonly #over = new AbortController()
  readonly #seen: SeenRequest[] = []
  readonly #random = randomFrom(1)
  #rounds = FIRST_ROUNDS
  #thinkSeconds = Number.POSITIVE_INFINITY
  #clients: Promise<unknown> = Promise.resolve()

  private constructor({ handle }: XenHost) {
    this.#guests = new Map(
      GUEST_NAMES.map((name, index) => [
        name,
        new GuestClients(handle.ports.guestHttp[index]!, CLIENTS_PER_GUEST),
      ]),
    )
  }

  /** Fits the work of a request to the machine, so that it takes so long on an idle host. */
  static async fittedTo(host: XenHost, workSeconds: number): Promise<SteadyLoad> {
    const load = new SteadyLoad(host)
    for (const guest of load.#guests.values()) await guest.connect()
    const [first] = load.#guests.values()
    await first!.askOnce(0, load.#rounds) // warms the caches
    for (let fitting = 1; fitting <= FITTINGS; fitting += 1) {
      const seconds = await usualTimeOf(() => first!.askOnce(0, load.#rounds))
      load.#rounds = Math.max(1, Math.round(load.#rounds * Math.min(4, workSeconds / seconds)))
    }
    return load
  }

  get seen(): readonly SeenRequest[] {
    return this.#seen
  }

  /** @param thinkSeconds the mean time between an answer and the next request of a client */
  begin(thinkSeconds: number): void {
    this.#thinkSeconds = thinkSeconds
    setMaxListeners(0, this.#over.signal) // each client waits for it
    this.#clients = Promise.all(
      [...this.#guests].flatMap(([domain, guest]) =>
        Array.from({ length: CLIENTS_PER_GUEST }, (_, client) =>
          this.#askOnAndOn(domain, guest, client),
        ),
      ),
    )
  }

  /** Takes effect with each client's next pause. */
  change(thinkSeconds: number): void {
    this.#thinkSeconds = thinkSeconds
  }

  /**
   * Raises the load step by step until requests take so long on average. How fast an emulated host
   * is differs from minute to minute, so no load fills it equally each time.
   */
  async raiseUntil(meanSeconds: number): Promise<void> {
    for (;;) {
      const since = Date.now() / 1000
      await sleep(STEP_MS)
      const times = this.#seen.filter(({ startEpochSeconds: at }) => at >= since)
      const sum = times.reduce((total, { durationSeconds }) => total + durationSeconds, 0)
      if (sum / times.length >= meanSeconds) return
      this.#thinkSeconds *= STEP
    }
  }

  async end(): Promise<void> {
    this.#over.abort()
    await this.#clients
  }

  async #askOnAndOn(domain: string, guest: GuestClients, client: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#think()
      const startEpochSeconds = Date.now() / 1000
      const durationSeconds = await timeOf(() =>
        guest.askOnce(client, this.#rounds).catch(unlessGivenUp),
      )
      this.#seen.push({ domain, startEpochSeconds, durationSeconds })
    }
  }

  async #think(): Promise<void> {
    const seconds = -Math.log(1 - this.#random()) * this.#thinkSeconds
    await sleep(seconds * 1000, null, { signal: this.#over.signal }).catch(() => {})
  }
}

/** A client that has waited in vain asks again; so long it has waited. */
function unlessGivenUp(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}

/** The median of several, because a host that has just booted is busy now and then. */
async function usualTimeOf(act: () => Promise<void>): Promise<number> {
  const times: number[] = []
  while (times.length < TIMES) times.push(await timeOf(act))
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await act()
  return (performance.now() - begin) / 1000
}

/** mulberry32: small, and good enough for pauses. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
