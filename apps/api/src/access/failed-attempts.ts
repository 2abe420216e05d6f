import type { Db } from '../db.ts'
import { AppError } from '../errors.ts'
import { MINUTE_MS, secondsOf } from '../milliseconds.ts'
import { hashSecret } from './secrets.ts'

const WINDOW_MS = 15 * MINUTE_MS

/** Who may still fail how often within fifteen minutes. */
export interface AttemptLimit {
  key: string
  most: number
}

/**
 * Counts an attempt with a password before its outcome is known; otherwise attempts sent at the same
 * time would each see the count without the others. The counts are in the database, so that several
 * API processes share them. Keys are hashed: people type passwords into the field for the address.
 * @throws AppError `rate-limited` (`too-many-attempts`) when too many recent attempts failed
 */
export async function beginAttempt(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  for (const { key, most } of limits) {
    const { count, untilAt } = await countAttempt(db, key, WINDOW_MS)
    if (count > most) throw tooMany(untilAt)
  }
}

/** Counts over all API processes, from the first attempt until the window is over. */
export async function countAttempt(
  db: Db,
  key: string,
  windowMs: number,
): Promise<{ count: number; untilAt: Date }> {
  await db.failedAttempts.deleteMany({ where: { untilAt: { lte: new Date() } } })
  const until = new Date(Date.now() + windowMs)
  const [row] = await db.$queryRaw<[{ count: number; untilAt: Date }]>`
    INSERT INTO "FailedAttempts" ("key", "count", "untilAt")
         VALUES (${hashSecret(key)}, 1, ${until})
    ON CONFLICT ("key") DO UPDATE SET "count" = "FailedAttempts"."count" + 1
      RETURNING "count", "untilAt"`
  return row
}

/** A right password clears the counts. */
export async function endAttempts(db: Db, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = limits.map(({ key }) => hashSecret(key))
  await db.failedAttempts.deleteMany({ where: { key: { in: keys } } })
}

function tooMany(until: Date): AppError {
  return new AppError(
    'rate-limited',
    'Too many wrong passwords or codes. Wait before the next attempt.',
    {
      code: 'too-many-attempts',
      retryAfterSeconds: Math.ceil(Math.max(1, secondsOf(until.getTime() - Date.now()))),
    },
  )
}
