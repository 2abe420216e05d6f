import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { claimPools, LEASE_SECONDS, releasePool } from './claim-pools.ts'
import { watchPool } from './watch-pool.ts'

const MOST_AT_ONCE = 8
/** Less than a claim lasts, so that no two agents read a pool. */
const MOST_MS = (LEASE_SECONDS - 30) * 1000

/** Agent: reads each connected pool once a minute, each independently of the others. */
export class PoolWatcher {
  readonly #deps: Deps
  readonly #reading = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Begins to read the pools that are due. Call it every few seconds. */
  async round(): Promise<void> {
    const free = MOST_AT_ONCE - this.#reading.size
    if (free === 0 || this.#stopping.signal.aborted) return
    for (const id of await claimPools(this.#deps.db, free)) {
      const reading = this.#read(id).finally(() => this.#reading.delete(reading))
      this.#reading.add(reading)
    }
  }

  /** Resolves once nothing is read any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading)
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the process is stopping'))
    await this.settled()
  }

  async #read(poolId: string): Promise<void> {
    const { db, log } = this.#deps
    const stopping = this.#stopping.signal
    try {
      await watchPool(this.#deps, poolId, AbortSignal.any([stopping, AbortSignal.timeout(MOST_MS)]))
    } catch (err) {
      // The pool's page shows why. The log treats it as an error only when the fault is ours.
      if (!stopping.aborted)
        log[err instanceof AppError ? 'info' : 'error']({ err, poolId }, 'a pool was not read')
    }
    await releasePool(db, poolId, stopping.aborted).catch((err) =>
      log.warn({ err, poolId }, 'a pool is free again only later'),
    )
  }
}
