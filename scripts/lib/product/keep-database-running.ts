import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { BackOff } from './back-off.ts'

type Database = Pick<EmbeddedPostgres, 'gone' | 'stop' | 'logFile'>

/**
 * Starts a database server again whenever it has ended, each time after a longer wait.
 * @param startAgain must listen on the same port, which the services know
 */
export function keepDatabaseRunning(
  first: Database,
  startAgain: () => Promise<Database>,
  backOff = new BackOff(),
): Pick<Database, 'stop'> {
  let latest: Promise<Database | undefined> = Promise.resolve(first)
  let stopped = false

  async function watch(): Promise<void> {
    for (;;) {
      const server = await latest
      const startedAt = Date.now()
      await server?.gone
      if (stopped) return
      const waitMs = backOff.waitAfter(Date.now() - startedAt)
      const log = path.relative(process.cwd(), first.logFile)
      const end = server ? 'PostgreSQL ended unexpectedly' : 'PostgreSQL could not be started'
      console.error(`${end} and is started again in ${waitMs / 1000} s, see ${log}`)
      await sleep(waitMs, undefined, { ref: false })
      if (stopped) return
      latest = startAgain().catch(report)
    }
  }
  watch()
  return {
    async stop() {
      stopped = true
      await latest
      await first.stop() // whichever server runs on the data
    },
  }
}

function report(error: unknown): undefined {
  console.error(error instanceof Error ? error.message : String(error))
}
