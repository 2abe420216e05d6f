import { PgBoss } from 'pg-boss'
import type { Session } from '../db.ts'
import { ensureQueues } from './job-queue.ts'

/** What waits in the queue, in words that do not depend on the version of its tables. */
export interface QueuedMessage {
  queue: string
  data: object
  retryLimit: number
}

/** The messages whose jobs have not ended. A job that is running is taken up again like a killed one. */
export async function messagesOf(session: Session): Promise<QueuedMessage[]> {
  const { rows: there } = await session.query(
    `SELECT 1 WHERE to_regclass('pgboss.job') IS NOT NULL`,
  )
  if (there.length === 0) return []
  const { rows } = await session.query(
    `SELECT name AS queue, data, retry_limit AS "retryLimit" FROM pgboss.job
      WHERE state < 'completed' ORDER BY created_on, id`,
  )
  return rows as QueuedMessage[]
}

/** Makes the queue's tables where they are not there yet. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  await withBoss(databaseUrl, (boss) => ensureQueues(boss))
}

/** Puts messages in the place of all that the queue has, in the session's transaction. */
export async function sendMessages(
  databaseUrl: string,
  session: Session,
  messages: readonly QueuedMessage[],
): Promise<void> {
  await session.query('DELETE FROM pgboss.job')
  const db = { executeSql: async (text: string, values?: unknown[]) => session.query(text, values) }
  await withBoss(databaseUrl, async (boss) => {
    for (const { queue, data, retryLimit } of messages)
      await boss.send(queue, data, { retryLimit, db })
  })
}

async function withBoss(databaseUrl: string, use: (boss: PgBoss) => Promise<void>): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {}) // whatever it was asked for fails as well
  try {
    await boss.start()
    await use(boss)
  } finally {
    await boss.stop({ graceful: false }).catch(() => {})
  }
}
