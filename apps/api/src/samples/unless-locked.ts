import pg from 'pg'

/**
 * Runs `work` unless another process is at it. The lock belongs to a connection of its own, so it is
 * free again as soon as its holder is done or dead.
 * @returns whether it was this process that worked
 */
export async function unlessLocked(
  databaseUrl: string,
  lock: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // Should the connection break, the work goes on: each of its steps is safe on its own.
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
