import { AppError } from '../errors.ts'

const MAX_KEYS = 10_000

/**
 * Counts failed password attempts per account, from whatever address. The rate limit per address
 * alone would let many addresses guess one password. The counts are kept in memory: a restart only
 * clears them.
 */
export class AttemptLimiter {
  readonly #failures = new Map<string, { count: number; untilMs: number }>()
  readonly #max: number
  readonly #windowMs: number

  constructor(max: number, windowMs: number) {
    this.#max = max
    this.#windowMs = windowMs
  }

  /**
   * Counts an attempt before its outcome is known. Otherwise attempts sent at the same time would
   * each see the count without the others.
   * @throws AppError `rate-limited` when too many recent attempts failed
   */
  begin(key: string, nowMs = Date.now()): void {
    const entry = this.#failures.get(key)
    if (!entry || entry.untilMs <= nowMs) this.#start(key, nowMs)
    else if (entry.count < this.#max) entry.count += 1
    else throw tooMany(entry.untilMs - nowMs)
  }

  #start(key: string, nowMs: number): void {
    this.#failures.delete(key)
    this.#failures.set(key, { count: 1, untilMs: nowMs + this.#windowMs })
    const oldest = this.#failures.keys().next().value
    if (this.#failures.size > MAX_KEYS && oldest !== undefined) this.#failures.delete(oldest)
  }

  succeed(key: string): void {
    this.#failures.delete(key)
  }
}

function tooMany(waitMs: number): AppError {
  return new AppError('rate-limited', 'Too many wrong passwords. Wait before the next attempt.', {
    code: 'too-many-attempts',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}

/** Shared by sign-in, change of password and fresh-password checks. */
export const passwordAttempts = new AttemptLimiter(10, 15 * 60 * 1000)
