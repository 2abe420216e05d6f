import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { useAuditKey } from './audit/audit-key.ts'
import { type Config, type ProcessName, readConfig } from './config.ts'
import { createDb, isUnreachable } from './db.ts'
import type { Deps } from './deps.ts'
import { FilesAway } from './files/files.ts'
import { openFiles } from './files/open-files.ts'
import { startHeartbeat } from './health/heartbeat.ts'
import { createLogger } from './logger.ts'
import { serveMetrics } from './metrics.ts'
import { startJobQueue } from './queue/job-queue.ts'
import { startListener } from './queue/listener.ts'
import { startTracing } from './tracing/tracing.ts'

/** Longer than a job gets to clean up, but shorter than the launcher waits. */
const STOP_WITHIN_MS = 9_000

/** A job that reads or writes a file outlasts an object store that is away for some minutes. */
const PATIENCE_OF_JOBS_MS = 5 * 60_000

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
  const instance = randomUUID()
  const closers = await openMetrics(config)
  const sendLastSpans = await startTracing(config, name, instance)
  if (sendLastSpans) closers.push(sendLastSpans)
  stopOnSignals(log, closers)
  const { deps, close } = await openDeps(name, config, log, instance)
  closers.unshift(close)
  // The balancer has no use for files.
  if (name !== 'wlb') await checkFilesOrExit(deps)
  const { ready, stop } = await start(deps)
  closers.unshift(stop)
  if (name === 'worker' || name === 'agent') closers.unshift(await startHeartbeat(deps, name))
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
function openDeps(name: ProcessName, config: Config, log: Deps['log'], instance: string) {
  return onceThere(
    () => openOnce(name, config, log, instance),
    isUnreachable,
    (err) => log.warn({ err }, 'the database does not answer yet'),
  )
}

/** Does something as soon as what it needs is there. */
async function onceThere<T>(
  action: () => Promise<T>,
  isAway: (error: unknown) => boolean,
  onAway: (error: unknown) => void,
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      return await action()
    } catch (error) {
      if (!isAway(error)) throw error
      onAway(error)
      await sleep(waitMs)
    }
  }
}

/** A wrong bucket, or a directory that cannot be written, has to be mended before anything is lost. */
async function checkFilesOrExit({ files, log }: Deps): Promise<void> {
  try {
    await onceThere(
      () => files.check(),
      (error) => error instanceof FilesAway,
      (err) => log.warn({ err }, 'the object store does not answer yet'),
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function openOnce(name: ProcessName, config: Config, log: Deps['log'], instance: string) {
  const db = createDb(config.databaseUrl)
  const opened: Closer[] = [() => db.$disconnect()]
  const close = async () => {
    for (const each of opened) await each()
  }
  try {
    const supervise = name === 'worker' || name === 'agent'
    const queue = await startJobQueue(config.databaseUrl, log, { supervise })
    opened.unshift(() => queue.close())
    const listener = await startListener(config.databaseUrl, log)
    opened.unshift(() => listener.close())
    const files = openFiles(config.files, name === 'api' ? undefined : PATIENCE_OF_JOBS_MS)
    return { deps: { instance, config, db, files, queue, listener, log }, close }
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
