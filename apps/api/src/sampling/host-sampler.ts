import type { Deps } from '../deps.ts'
import { isBeingApplied } from '../hosts/host-row.ts'
import { STALE_AFTER_SAMPLES } from '../is-stale-sample.ts'
import { sampleHost } from './sample-host.ts'

/** A host is sampled for its load balancer if that has asked within this time. */
const ASKED_WITHIN_MS = 60_000
/**
 * The least time before a host is tried again that could not be sampled so often in a row that its
 * newest sample is of no more use: a single failure must not hold up what rests on the samples.
 */
const AFTER_TROUBLE_SECONDS = 60

/**
 * Agent: samples the hosts whose load balancers ask and those with a caps monitor, independently, so
 * that a host that does not answer delays no other. One sample serves both uses. It never samples a
 * host on which a plan is being applied.
 */
export class HostSampler {
  readonly #deps: Deps
  readonly #signal: AbortSignal
  readonly #atWork = new Set<Promise<void>>()

  constructor(deps: Deps, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  /** Starts sampling every host that is due and does not wait for the results. */
  async round(): Promise<void> {
    const { db } = this.#deps
    const hosts = await db.host.findMany({
      where: {
        access: { pinnedFingerprint: { not: null } },
        OR: [
          { loadBalancer: { lastAskedAt: { gt: new Date(Date.now() - ASKED_WITHIN_MS) } } },
          { capsMonitor: { mode: { not: 'off' } } },
        ],
      },
      select: { id: true },
    })
    for (const { id } of hosts) {
      if (this.#signal.aborted || (await isBeingApplied(db, id))) continue
      if (await this.#claim(id)) this.#begin(id)
    }
  }

  /** Resolves when everything that was started has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#atWork)
  }

  /** False if the host is not due yet or another agent has taken it. */
  async #claim(hostId: string): Promise<boolean> {
    const { db, config } = this.#deps
    const pause = config.sampleSeconds
    const pauseAfterTrouble = Math.max(pause, AFTER_TROUBLE_SECONDS)
    const count = await db.$executeRaw`
      INSERT INTO "Sampling" ("hostId") VALUES (${hostId}::uuid)
          ON CONFLICT ("hostId") DO UPDATE SET "claimedAt" = now()
       WHERE "Sampling"."claimedAt" <= now() - make_interval(secs =>
             CASE WHEN "Sampling"."failures" >= ${STALE_AFTER_SAMPLES} THEN ${pauseAfterTrouble}::float8 ELSE ${pause}::float8 END)`
    return count === 1
  }

  #begin(hostId: string): void {
    const work = sampleHost(this.#deps, hostId, this.#signal)
      // Even the failure could not be stored, and no caller awaits this promise, so it is logged.
      .catch((err) => this.#deps.log.error({ err, hostId }, 'a sample was not stored'))
      .finally(() => this.#atWork.delete(work))
    this.#atWork.add(work)
  }
}
