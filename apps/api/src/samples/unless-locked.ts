import pg from 'pg'

/**
 * Runs `work` unless another process is running it. The lock belongs to a connection of its own, so
 * it is released as soon as its holder ends or dies.
 * @returns whether this process did the work
 */
export async function unlessLocked(
  databaseUrl: string,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // If the connection breaks, the work continues, because each of its steps is safe on its own.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [lock])
    if (rows[0].mine) await work()
    return rows[0].mine
  } finally {
    await client.end().catch(() => {})
  }
}
