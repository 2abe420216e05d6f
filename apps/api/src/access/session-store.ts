import type { SessionStore } from '@fastify/session'
import type { Session } from 'fastify'
import { z } from 'zod'
import type { Db, Prisma } from '../db.ts'
import { jsonColumn } from '../json-column.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../milliseconds.ts'
import { hashSecret } from './secrets.ts'

/** A session ends after this long without a request. */
export const IDLE_MS = 12 * HOUR_MS
/** A session ends after this long even if it is in use. */
export const ABSOLUTE_MS = 7 * DAY_MS

/** Whoever has not signed in completely has this long to do so. */
const HALF_OPEN_MS = 5 * MINUTE_MS

const LAST_USE_EVERY_MS = 60_000

/**
 * Stores sessions in PostgreSQL, so that a restart signs no one out. The key is the hash of the
 * cookie's secret, so that read access to the table is not enough to sign in.
 */
export function createSessionStore(db: Db): SessionStore {
  return {
    get: (sessionId, done) => settle(get(db, hashSecret(sessionId)), done),
    set: (sessionId, session, done) => settle(set(db, hashSecret(sessionId), session), done),
    destroy: (sessionId, done) => settle(destroy(db, hashSecret(sessionId)), done),
  }
}

/** What `@fastify/session` keeps: its cookie, and what routes put beside it. */
const sessionData = jsonColumn<Session>('a session', z.looseObject({ cookie: z.looseObject({}) }))

async function get(db: Db, id: string): Promise<Session | null> {
  const row = await db.session.findUnique({ where: { id } })
  const now = Date.now()
  if (!row) return null
  const idleMs = now - row.lastUsedAt.getTime()
  if (row.expiresAt.getTime() <= now || idleMs > IDLE_MS) {
    await destroy(db, id)
    return null
  }
  if (idleMs > LAST_USE_EVERY_MS) {
    await db.session.updateMany({ where: { id }, data: { lastUsedAt: new Date(now) } })
  }
  return sessionData.read(row.data)
}

/** For the `where` of complete sessions that have neither expired nor been idle for too long. */
export function stillOpen(now = Date.now()) {
  return {
    halfOpen: false,
    expiresAt: { gt: new Date(now) },
    lastUsedAt: { gte: new Date(now - IDLE_MS) },
  }
}

/** The user of a session; undefined once it has ended. Does not count as a use of the session. */
export async function userOfSession(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db.session.findUnique({
    where: { id: hashSecret(sessionId), ...stillOpen() },
  })
  return row?.userId ?? undefined
}

async function set(db: Db, id: string, session: Session): Promise<void> {
  const data = JSON.parse(JSON.stringify(session)) as Prisma.InputJsonObject
  const halfOpen = session.userId === undefined
  // A half-open session belongs to its person too, so that a reset or a deactivation ends it.
  const userId = session.userId ?? session.pending?.userId ?? null
  const { providerId = null, address = null, userAgent = null } = session
  const facts = { userId, halfOpen, providerId, address, userAgent, data }
  const begun = await db.session.findUnique({ where: { id } })
  // Its time begins with the session, and anew when the session becomes whole.
  const expiresAt =
    begun?.halfOpen === halfOpen
      ? begun.expiresAt
      : new Date(Date.now() + (halfOpen ? HALF_OPEN_MS : ABSOLUTE_MS))
  await db.session.upsert({
    where: { id },
    create: { id, ...facts, expiresAt },
    update: { ...facts, expiresAt },
  })
}

async function destroy(db: Db, id: string): Promise<void> {
  await db.session.deleteMany({ where: { id } })
}

function settle<T>(work: Promise<T>, done: (error: unknown, result?: T) => void): void {
  work.then(
    (result) => done(null, result),
    (error) => done(error),
  )
}
