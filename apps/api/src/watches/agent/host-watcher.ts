import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { claimFree, LEASE_SECONDS, release, renewHeld } from './lease.ts'
import { watchHost } from './watch-host.ts'

/** A crowd of connections that are opened at the same moment helps nobody. */
const MOST_AT_ONCE = 25
const RENEW_EVERY_MS = (LEASE_SECONDS * 1000) / 4

interface Watching {
  settings: string
  stop: AbortController
  ended: Promise<void>
}

/**
 * Agent: watches every host that no other agent watches, each independently. The watch of an agent
 * that is killed is over after a while, and another agent goes on where its windows end.
 */
export class HostWatcher {
  readonly #deps: Deps
  readonly #heldBy = randomUUID()
  readonly #watching = new Map<string, Watching>()
  #renewedAt = 0
  #isStopping = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Takes free watches, and begins and ends what has changed. Call it every few seconds. */
  async round(): Promise<void> {
    const { db } = this.#deps
    await claimFree(db, this.#heldBy, MOST_AT_ONCE)
    const held = await this.#held()
    if (this.#isStopping) return
    for (const [hostId, { settings, stop }] of this.#watching) {
      const watch = held.find((each) => each.hostId === hostId)
      if (!watch || settingsOf(watch) !== settings) stop.abort()
    }
    for (const watch of held) if (!this.#watching.has(watch.hostId)) this.#begin(watch)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { stop } of this.#watching.values()) stop.abort()
    await Promise.all([...this.#watching.values()].map(({ ended }) => ended))
    await release(this.#deps.db, this.#heldBy)
  }

  async #held(): Promise<WatchModel[]> {
    const { db } = this.#deps
    if (Date.now() - this.#renewedAt < RENEW_EVERY_MS)
      return db.watch.findMany({ where: { heldBy: this.#heldBy } })
    this.#renewedAt = Date.now()
    return renewHeld(db, this.#heldBy)
  }

  #begin(watch: WatchModel): void {
    const { hostId } = watch
    const stop = new AbortController()
    const ended = watchHost(this.#deps, watch, this.#heldBy, stop.signal)
      // Nobody awaits this promise before the agent stops, so a failure is logged.
      .catch((err) => this.#deps.log.error({ err, hostId }, 'a host is not watched any more'))
      .finally(() => this.#watching.delete(hostId))
    this.#watching.set(hostId, { settings: settingsOf(watch), stop, ended })
  }
}

/** What makes a watch begin anew when it changes. */
function settingsOf(watch: WatchModel): string {
  const { intervalSeconds, guestLogs, traceEveryMinutes, traceSeconds } = watch
  return JSON.stringify([intervalSeconds, guestLogs, traceEveryMinutes, traceSeconds])
}
