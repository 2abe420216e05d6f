import { setTimeout as sleep } from 'node:timers/promises'
import { XapiError } from '../xapi-error.ts'

/**
 * A token bucket: so many calls a minute, of which a quarter may come at once. XAPI has buckets of
 * its own for each caller; ours keeps us out of theirs.
 */
export class CallBudget {
  readonly #perSecond: number
  readonly #most: number
  #tokens: number
  #filledAt: number
  #made = 0
  readonly #now: () => number

  /** @param now seconds on a clock that never goes back */
  constructor(callsPerMinute: number, now: () => number = () => performance.now() / 1000) {
    if (!(callsPerMinute >= 1))
      throw new XapiError('invalid-argument', 'A pool needs at least one call per minute.')
    this.#perSecond = callsPerMinute / 60
    this.#most = Math.max(20, callsPerMinute / 4)
    this.#tokens = this.#most
    this.#now = now
    this.#filledAt = now()
  }

  /** Calls that were sent since the pool was opened. */
  get callsMade(): number {
    return this.#made
  }

  /**
   * Takes the right to one call, and waits for it as long as that is worth it.
   * @throws XapiError `budget-spent` where it would take longer than `patienceSeconds`
   */
  async take(patienceSeconds: number, signal: AbortSignal): Promise<void> {
    const at = this.#now()
    const tokens = Math.min(this.#most, this.#tokens + (at - this.#filledAt) * this.#perSecond)
    const waitSeconds = Math.max(0, (1 - tokens) / this.#perSecond)
    if (waitSeconds > patienceSeconds)
      throw new XapiError(
        'budget-spent',
        'More calls are wanted than the budget of the pool allows.',
      )
    // Whoever comes next waits behind this call, because its token is already taken.
    this.#tokens = tokens - 1
    this.#filledAt = at
    if (waitSeconds > 0) await sleep(waitSeconds * 1000, undefined, { signal })
    this.#made++
  }
}
