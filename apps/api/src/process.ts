import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { useAuditKey } from './audit/audit-key.ts'
import { type Config, type ProcessName, readConfig } from './config.ts'
import { createDb, isUnreachable } from './db.ts'
import type { Deps } from './deps.ts'
import { startHeartbeat } from './health/heartbeat.ts'
import { createLogger } from './logger.ts'
import { serveMetrics } from './metrics.ts'
import { startJobQueue } from './queue/job-queue.ts'
import { startListener } from './queue/listener.ts'

/** Longer than a job gets to clean up, but shorter than the launcher waits. */
const STOP_WITHIN_MS = 9_000

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 8_000

/** Only the account that runs us may read our files, whatever umask it inherited. */
const UMASK = 0o077

type Closer = () => Promise<unknown>

/**
 * Runs one entry point: configuration, dependencies, `start`, then a `ready` message to the
 * launcher. `start` returns the content of that message and a function that stops its own part,
 * which is stopped first.
 */
export async function runProcess(
  name: ProcessName,
  start: (deps: Deps) => Promise<{ ready?: Record<string, unknown>; stop: Closer }>,
): Promise<void> {
  process.umask(UMASK)
  process.env.PGAPPNAME = `steelyard-${name}` // as pg_stat_activity shows its connections
  const config = readConfigOrExit(name)
  useAuditKey(config.auditKey)
  const log = createLogger(config, name)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })
  const closers = await openMetrics(config)
  stopOnSignals(log, closers)
  const { deps, close } = await openDeps(config, log, name !== 'api')
  closers.unshift(close)
  const { ready, stop } = await start(deps)
  closers.unshift(stop)
  if (name !== 'api') closers.unshift(await startHeartbeat(deps, name))
  process.send?.({ type: 'ready', ...ready })
  log.info('ready')
}

/** The operator has to fix a wrong configuration and needs only the message, without a stack. */
function readConfigOrExit(name: ProcessName): Config {
  try {
    return readConfig(name)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function openMetrics({ host, metricsPort }: Config): Promise<Closer[]> {
  if (metricsPort === undefined) return []
  const server = await serveMetrics(host, metricsPort)
  return [async () => server.close()]
}

/** Waits for a database that is slow or not there yet: a machine may start before the one it is on. */
async function openDeps(config: Config, log: Deps['log'], supervise: boolean) {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      return await openOnce(config, log, supervise)
    } catch (err) {
      if (!isUnreachable(err)) throw err
      log.warn({ err }, 'the database does not answer yet')
      await sleep(waitMs)
    }
  }
}

async function openOnce(config: Config, log: Deps['log'], supervise: boolean) {
  const db = createDb(config.databaseUrl)
  const opened: Closer[] = [() => db.$disconnect()]
  const close = async () => {
    for (const each of opened) await each()
  }
  try {
    const queue = await startJobQueue(config.databaseUrl, log, { supervise })
    opened.unshift(() => queue.close())
    const listener = await startListener(config.databaseUrl, log)
    opened.unshift(() => listener.close())
    return { deps: { instance: randomUUID(), config, db, queue, listener, log }, close }
  } catch (error) {
    await close()
    throw error
  }
}

function stopOnSignals(log: Deps['log'], closers: Closer[]): void {
  let stopping = false
  async function stop(reason: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    try {
      for (const close of closers) await close()
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => stop('SIGTERM')).on('SIGINT', () => stop('SIGINT'))
  process.on('disconnect', () => stop('the launcher has gone'))
}
