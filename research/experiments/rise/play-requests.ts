import { setTimeout as sleep } from 'node:timers/promises'
import type { GuestClients } from '../../../e2e/xen-host/lib/guest-clients.ts'
import type { PlannedRequest } from './rise-load.ts'

/** A request as its client measured it. */
export interface PlayedRequest {
  guest: number
  /** When it was due, in seconds since the load began. */
  atSeconds: number
  /** From when it was due until its answer had come. Null: there was none. */
  seconds: number | null
}

/** Clients of one guest; each waits for an answer before it asks again. */
export type Clients = Pick<GuestClients, 'count' | 'askOnce'>

/**
 * Sends requests when they are due, whether or not earlier ones were answered, and returns what their
 * clients measured once all are over. Where all clients of a guest wait for an answer, the next
 * request waits too, and that counts.
 *
 * @param roundsOf of a mean request, by guest
 */
export async function playRequests(
  requests: readonly PlannedRequest[],
  guests: readonly Clients[],
  { startEpochMs, roundsOf }: { startEpochMs: number; roundsOf: readonly number[] },
): Promise<PlayedRequest[]> {
  const queues = guests.map((guest) => new ClientQueue(guest))
  const playing: Promise<PlayedRequest>[] = []
  for (const { guest, atSeconds, work } of requests) {
    const dueMs = startEpochMs + 1000 * atSeconds
    const waitMs = dueMs - Date.now()
    if (waitMs > 0) await sleep(waitMs)
    const rounds = Math.max(1, Math.round(work * roundsOf[guest]!))
    const answered = queues[guest]!.ask(rounds).then(
      () => (Date.now() - dueMs) / 1000,
      () => null,
    )
    playing.push(answered.then((seconds) => ({ guest, atSeconds, seconds })))
  }
  return Promise.all(playing)
}

/** Whichever client has rested longest asks next, so that no connection is idle until it is closed. */
class ClientQueue {
  readonly #guest: Clients
  readonly #free: number[]
  readonly #waiting: ((client: number) => void)[] = []

  constructor(guest: Clients) {
    this.#guest = guest
    this.#free = Array.from({ length: guest.count }, (_, client) => client)
  }

  async ask(rounds: number): Promise<void> {
    const client = this.#free.shift() ?? (await new Promise<number>((be) => this.#waiting.push(be)))
    try {
      await this.#guest.askOnce(client, rounds)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(client)
      else this.#free.push(client)
    }
  }
}
