import { randomUUID } from 'node:crypto'
import type { Principal } from '../access/permissions.ts'
import { type Db, inSeconds } from '../db.ts'
import { AppError } from '../errors.ts'

/** A place that nobody has renewed for so long is free: its process is gone. */
const LEASE_SECONDS = 45

/** Two renewals may fail. */
export const RENEW_PLACES_EVERY_MS = 15_000

/** The places that this process holds, by their rows. */
const held = new Set<string>()

/**
 * Counts what one person has open at once, over all API processes, so that neither more tokens nor more
 * machines allow more of it.
 */
class Places {
  readonly #most: number
  readonly #refusal: { code: string; message: string }

  constructor(most: number, refusal: { code: string; message: string }) {
    this.#most = most
    this.#refusal = refusal
  }

  /**
   * Returns a function that gives the place back.
   * @throws AppError `rate-limited` with the code of these places
   */
  async take(db: Db, { userId }: Principal): Promise<() => void> {
    const id = randomUUID()
    const { code, message } = this.#refusal
    const key = `${code} ${userId ?? ''}`
    // A statement sees what was committed before it began: the last one, all that came before the lock.
    const [, , taken] = await db.$transaction([
      db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
      db.$executeRaw`DELETE FROM "HeldPlace" WHERE "heldUntil" < now()`,
      db.$executeRaw`
        INSERT INTO "HeldPlace" ("id", "key", "heldUntil")
        SELECT ${id}::uuid, ${key}, ${inSeconds(LEASE_SECONDS)}
         WHERE (SELECT count(*) FROM "HeldPlace" WHERE "key" = ${key}) < ${this.#most}`,
    ])
    if (taken === 0) throw new AppError('rate-limited', message, { code, retryAfterSeconds: 15 })
    held.add(id)
    return () => {
      held.delete(id)
      // What cannot be given back is no longer renewed.
      db.heldPlace.deleteMany({ where: { id } }).catch(() => {})
    }
  }
}

/** Says that what this process has open goes on. */
export async function renewPlaces(db: Db): Promise<void> {
  if (held.size === 0) return
  await db.$executeRaw`
    UPDATE "HeldPlace" SET "heldUntil" = ${inSeconds(LEASE_SECONDS)}
     WHERE "id" = ANY(${[...held]}::uuid[])`
}

/** A page follows one or two jobs; a client beyond this limit is collecting connections. */
const MOST_STREAMS = 50

export const streamPlaces = new Places(MOST_STREAMS, {
  code: 'too-many-streams',
  message: `You have ${MOST_STREAMS} event streams open. Close one, or poll the job instead.`,
})

/** Each keeps a file on the disk until it has been sent. */
const MOST_DOWNLOADS = 2

export const downloadPlaces = new Places(MOST_DOWNLOADS, {
  code: 'too-many-downloads',
  message: `You have ${MOST_DOWNLOADS} downloads of this kind under way. Let one of them end first.`,
})
