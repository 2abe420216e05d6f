import pg from 'pg'

const CONNECT_TIMEOUT_MS = 10_000

/** Counts and times only: no name, no text and no address that anybody entered. */
const FIGURES = {
  server: `select version(), pg_size_pretty(pg_database_size(current_database())) as size,
                  now() - pg_postmaster_start_time() as "upFor", now() as "now"`,
  migrations: `select migration_name as name, finished_at as "finishedAt", rolled_back_at as "rolledBackAt"
                 from _prisma_migrations order by started_at`,
  tables: `select relname as name, n_live_tup as rows, n_dead_tup as dead,
                  pg_total_relation_size(relid) as bytes, last_autovacuum as "lastAutovacuum"
             from pg_stat_user_tables where schemaname = 'public' order by bytes desc`,
  connections: `select application_name as program, state, count(*)::int, max(now() - xact_start) as "longestTransaction"
                  from pg_stat_activity where datname = current_database() group by 1, 2 order by 1, 2`,
  heartbeats: `select process, count(*)::int, max("beatAt") as latest, now() - max("beatAt") as ago
                 from "Heartbeat" group by process order by process`,
  jobs: `select kind, state, count(*)::int, min("createdAt") filter (where state in ('queued', 'running')) as oldest
           from "Job" group by kind, state order by kind, state`,
  troubles: `select kind, error->>'code' as code, attempts, "createdAt", "finishedAt" from "Job"
              where state = 'failed' order by "createdAt" desc limit 50`,
  queue: `select name, state::text, count(*)::int, min(created_on) as oldest, max(retry_count)::int as retries
            from pgboss.job group by name, state order by name, state`,
  watches: `select state, count(*)::int, count(distinct "heldBy")::int as agents, min("storedTo") as "leastStoredTo"
              from "Watch" group by state order by state`,
}

/** What the database says of how the product runs. A figure that cannot be read says why. */
export async function readFigures(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  await client.connect()
  try {
    const figures: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(FIGURES)) {
      const { rows } = await client
        .query(query)
        .catch((error: Error) => ({ rows: [{ unreadable: error.message }] }))
      figures[name] = rows
    }
    return figures
  } finally {
    await client.end()
  }
}
