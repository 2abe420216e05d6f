import type { Deps } from '../deps.ts'
import { isBeingApplied } from '../hosts/host-row.ts'
import { sampleHost } from './sample-host.ts'

/** A host is sampled while somebody has asked about it within this time. */
const ASKED_WITHIN_MS = 60_000
/** A host that could not be sampled is left alone for at least so long. */
const AFTER_TROUBLE_SECONDS = 60

/**
 * Agent: samples the hosts whose load balancers ask, each on its own: one that does not answer keeps
 * no other waiting. Never a host on which a plan is being applied.
 */
export class HostSampler {
  readonly #deps: Deps
  readonly #signal: AbortSignal
  readonly #atWork = new Set<Promise<void>>()

  constructor(deps: Deps, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  /** Begins with every host that is due; does not wait for them. */
  async round(): Promise<void> {
    const { db } = this.#deps
    const askedSince = new Date(Date.now() - ASKED_WITHIN_MS)
    const asked = await db.loadBalancer.findMany({
      where: {
        lastAskedAt: { gt: askedSince },
        host: { access: { pinnedFingerprint: { not: null } } },
      },
      select: { hostId: true },
    })
    for (const { hostId } of asked) {
      if (this.#signal.aborted || (await isBeingApplied(db, hostId))) continue
      if (await this.#claim(hostId)) this.#begin(hostId)
    }
  }

  /** Once everything that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#atWork)
  }

  /** False where it is not due yet, or another agent has taken it. */
  async #claim(hostId: string): Promise<boolean> {
    const { db, config } = this.#deps
    const pause = config.sampleSeconds
    const count = await db.$executeRaw`
      UPDATE "LoadBalancer" SET "claimedAt" = now()
       WHERE "hostId" = ${hostId}::uuid
         AND ("claimedAt" IS NULL OR "claimedAt" <= now() - make_interval(secs =>
              CASE WHEN "problem" IS NULL THEN ${pause}::float8 ELSE greatest(${pause}::float8, ${AFTER_TROUBLE_SECONDS}::float8) END))`
    return count === 1
  }

  #begin(hostId: string): void {
    const work = sampleHost(this.#deps, hostId, this.#signal)
      // Not even what went wrong could be stored: nobody waits for this promise who could tell it.
      .catch((err) => this.#deps.log.error({ err, hostId }, 'a sample was not stored'))
      .finally(() => this.#atWork.delete(work))
    this.#atWork.add(work)
  }
}
