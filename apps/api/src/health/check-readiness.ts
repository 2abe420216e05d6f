import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Deps } from '../deps.ts'
import { requireHeartbeat } from './heartbeat.ts'

type Check = 'ok' | 'failing'

/** Absent where the API is shipped without migrations; then only failed ones are detected. */
const migrationsDir = path.join(import.meta.dirname, '../../../../prisma/migrations')

/** Checks whether requests are served and jobs done. The reasons go to the log only. */
export async function checkReadiness(deps: Deps): Promise<Record<string, Check>> {
  const checks = {
    database: async () => void (await deps.db.$queryRaw`SELECT 1`),
    migrations: () => requireMigrations(deps),
    queue: async () => {
      if (!(await deps.queue.boss.getQueue('worker'))) throw new Error('the queue is not there')
    },
    worker: () => requireHeartbeat(deps, 'worker'),
    agent: () => requireHeartbeat(deps, 'agent'),
  }
  const entries = Object.entries(checks).map(async ([name, check]): Promise<[string, Check]> => {
    try {
      await check()
      return [name, 'ok']
    } catch (error) {
      deps.log.warn({ err: error, check: name }, 'not ready')
      return [name, 'failing']
    }
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function requireMigrations({ db }: Deps): Promise<void> {
  const rows = await db.$queryRaw<{ name: string; finished: boolean }[]>`
    SELECT "migration_name" AS "name", "finished_at" IS NOT NULL AS "finished"
      FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`
  const finished = new Set(rows.filter((row) => row.finished).map((row) => row.name))
  if (finished.size < rows.length) throw new Error('a migration has failed')
  const missing = expectedMigrations().filter((name) => !finished.has(name))
  if (missing.length > 0) throw new Error(`migrations not applied: ${missing.join(', ')}`)
}

function expectedMigrations(): string[] {
  if (!existsSync(migrationsDir)) return []
  return readdirSync(migrationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}
