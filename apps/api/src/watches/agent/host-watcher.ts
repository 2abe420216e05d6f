import type { Deps } from '../../deps.ts'
import type { WatchModel } from '../../generated/prisma/models.ts'
import { fairShare } from './fair-share.ts'
import { claimFree, LEASE_SECONDS, release, renewHeld, takeCensus } from './lease.ts'
import { watchHost } from './watch-host.ts'

/** So many connections are opened at the same moment, and a dead agent's watches are soon divided. */
const MOST_AT_ONCE = 50
const RENEW_EVERY_MS = (LEASE_SECONDS * 1000) / 4
/** How much longer than its seconds a burst of xentrace takes. */
const BURST_SPARE_MS = 5_000

interface Watching {
  settings: string
  stop: AbortController
  ended: Promise<void>
}

/**
 * Agent: watches its share of the hosts, each independently. The watch of an agent that is killed is
 * over after a while, and another agent goes on where its windows end. When agents come, those that
 * hold more than their share let go of the rest.
 */
export class HostWatcher {
  readonly #deps: Deps
  readonly #heldBy: string
  readonly #watching = new Map<string, Watching>()
  /** Hosts whose watches end here so that another agent takes them. */
  readonly #leaving = new Set<string>()
  #renewedAt = 0
  #isStopping = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#heldBy = deps.instance
  }

  /** Takes or lets go of watches, and begins and ends what has changed. Call it every few seconds. */
  async round(): Promise<void> {
    const { db } = this.#deps
    const census = await takeCensus(db, this.#heldBy)
    const { take, letGo } = fairShare(census, MOST_AT_ONCE)
    if (take > 0) await claimFree(db, this.#heldBy, take)
    const held = (await this.#held()).filter(({ hostId }) => !this.#leaving.has(hostId))
    if (this.#isStopping) return
    const leaving = held.filter(isAtRest).slice(0, Math.max(0, letGo - this.#leaving.size))
    for (const { hostId } of leaving) void this.#letGo(hostId)
    for (const [hostId, { settings, stop }] of this.#watching) {
      const watch = held.find((each) => each.hostId === hostId)
      if (!watch || settingsOf(watch) !== settings) stop.abort()
    }
    for (const watch of held) {
      const { hostId } = watch
      if (!this.#watching.has(hostId) && !this.#leaving.has(hostId)) this.#begin(watch)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { stop } of this.#watching.values()) stop.abort()
    await Promise.all([...this.#watching.values()].map(({ ended }) => ended))
    await release(this.#deps.db, this.#heldBy)
  }

  /** The watch is free only once this agent has left the host. */
  async #letGo(hostId: string): Promise<void> {
    this.#leaving.add(hostId)
    try {
      const watching = this.#watching.get(hostId)
      watching?.stop.abort()
      await watching?.ended
      await release(this.#deps.db, this.#heldBy, hostId)
    } catch (err) {
      this.#deps.log.warn({ err, hostId }, 'a watch was not let go of yet')
    } finally {
      this.#leaving.delete(hostId)
    }
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

/** No burst of xentrace is under way, which would be lost and might leave the hypervisor tracing. */
function isAtRest({ traceEveryMinutes, tracedAt, traceSeconds }: WatchModel): boolean {
  if (traceEveryMinutes === null || tracedAt === null) return true
  return Date.now() > tracedAt.getTime() + traceSeconds * 1000 + BURST_SPARE_MS
}

/** What makes a watch begin anew when it changes. */
function settingsOf(watch: WatchModel): string {
  const { intervalSeconds, guestLogs, traceEveryMinutes, traceSeconds } = watch
  return JSON.stringify([intervalSeconds, guestLogs, traceEveryMinutes, traceSeconds])
}
