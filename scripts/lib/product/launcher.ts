import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchAncestors } from '../ancestors.ts'
import { type ServiceName, startService } from '../child-process.ts'
import { type DiskGuard, guardDisk } from '../disk/disk-guard.ts'
import { makeReady } from '../form/sources.ts'
import { Log, logFile, rotateInPlace } from '../log-file.ts'
import { migrate } from '../migrate.ts'
import { prepareDataDirectory } from '../postgres/data-directory.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { keepDatabaseRunning } from './keep-database-running.ts'
import { type Kept, keepRunning } from './keep-running.ts'
import { requireFreePort } from './ports.ts'
import { type ReadyProduct, readyLine } from './ready-line.ts'
import { reloadOnChange } from './reload-on-change.ts'
import { entryPoints, serviceEnvironments } from './services.ts'
import { publicName, reachableAddress, readSettings, type Settings } from './settings.ts'

const HEALTH_TIMEOUT_MS = 180_000 // a busy machine is no error
const HEALTH_POLL_MS = 100
const ROTATE_MS = 10_000

const ROOT_WARNING =
  'Steelyard runs as root, which it does not need: a fault in it would reach the whole machine. ' +
  'Run it under an account of its own; docs/guides/operations.md shows how.'

/** Why everything stops: on request (exit code 0) or after a failure. */
class Stop extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export type LaunchOptions = {
  /** For development: the dashboard from its sources, and new processes after each change. */
  reload?: boolean
}

/** Runs the product until it is asked to stop or cannot be started. Returns the exit code. */
export async function launch(
  env: NodeJS.ProcessEnv,
  { reload = false }: LaunchOptions = {},
): Promise<number> {
  const stopping = new AbortController()
  const unwatch = watchForStop((reason) => stopping.abort(reason))
  const undo: (() => Promise<void>)[] = []
  try {
    const product = await start(readSettings(env), env, reload, stopping, undo)
    console.log(readyLine(product))
    process.send?.({ type: 'ready', ...product })
    await aborted(stopping.signal)
    return exitCodeOf(stopping.signal.reason)
  } catch (error) {
    // An interrupted step fails with a message of its own; report why it was interrupted instead.
    return exitCodeOf(stopping.signal.aborted ? stopping.signal.reason : error)
  } finally {
    for (const step of undo.reverse()) await step().catch(report)
    unwatch()
  }
}

function watchForStop(stop: (reason: Stop) => void): () => void {
  const onSignal = () => stop(new Stop('', 0))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('disconnect', onSignal) // whoever started us with a channel is gone
  return watchAncestors(onSignal)
}

function exitCodeOf(reason: unknown): number {
  if (reason instanceof Stop && reason.exitCode === 0) return 0
  report(reason)
  return 1
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function start(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  reload: boolean,
  stopping: AbortController,
  undo: (() => Promise<void>)[],
): Promise<ReadyProduct> {
  const { signal } = stopping
  if (process.getuid?.() === 0) console.error(ROOT_WARNING)
  const disk = guardDisk(settings.dataDir)
  undo.push(async () => disk.stop())
  disk.makeRoom() // first, because no other step may succeed on a full disk
  prepareDataDirectory(settings.dataDir)
  await requireFreePort('STEELYARD_WEB_PORT', settings.webPort, settings.host, signal)
  await requireFreePort('STEELYARD_API_PORT', settings.apiPort, settings.host, signal)
  const { wlb } = settings
  if (wlb) await requireFreePort('STEELYARD_WLB_PORT', Number(wlb.port), wlb.host, signal)
  await makeReady({ dashboard: !reload }, (message) => console.error(message), signal)
  const databaseUrl = await openDatabase(settings, disk, undo)
  disk.watch() // now that the database has its place, so has the reserve
  signal.throwIfAborted()

  const environments = serviceEnvironments(settings, databaseUrl, env, reload)
  const giveUp = (message: string) => stopping.abort(new Stop(message, 1))
  const services = (Object.keys(environments) as ServiceName[]).map((name) => {
    const log = new Log(logFile(settings.dataDir, name), disk.hasRoom)
    return keepRunning(
      () => startService(name, entryPoints[name], environments[name]!, log),
      giveUp,
    )
  })
  undo.push(() => Promise.all(services.map((service) => service.stop())).then(() => {}))
  const product = await untilReady(services, settings, signal)
  if (reload) undo.push(reloadOnChange(services))
  return product
}

async function openDatabase(
  settings: Settings,
  disk: DiskGuard,
  undo: (() => Promise<void>)[],
): Promise<string> {
  const external = settings.databaseUrl
  if (external !== undefined) {
    await migrateExternal(external)
    return external
  }
  const { dataDir } = settings
  const server = await startEmbeddedPostgres({ dataDir })
  const kept = keepDatabaseRunning(server, () => {
    disk.makeRoom() // without room it would not start
    return startEmbeddedPostgres({ dataDir, port: server.port })
  })
  undo.push(() => kept.stop())
  const rotation = setInterval(() => rotateInPlace(server.logFile), ROTATE_MS)
  undo.push(async () => clearInterval(rotation))
  if (server.created && path.dirname(server.pgData) !== dataDir) {
    console.error(
      `The database lies in ${server.pgData}: PostgreSQL does not run as root, and under its own ` +
        `account it cannot reach ${dataDir}.`,
    )
  }
  await migrate(server.url)
  return server.url
}

async function migrateExternal(url: string): Promise<void> {
  try {
    await migrate(url)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    const { host, pathname } = new URL(url) // without user and password
    throw new Error(`The database ${host}${pathname} of DATABASE_URL cannot be used: ${reason}`, {
      cause: error,
    })
  }
}

/** Ready means that the dashboard answers, and the API through the gateway. */
async function untilReady(
  services: Kept[],
  { webPort, apiPort, webUrl, host }: Settings,
  signal: AbortSignal,
): Promise<ReadyProduct> {
  const gateway = `http://${reachableAddress(host)}:${webPort}`
  const messages = Promise.all(services.map(({ ready }) => ready))
  await Promise.race([messages, aborted(signal), tooLate(signal)])
  signal.throwIfAborted()
  const setupUrlPath = (await messages).find((message) => 'setupUrlPath' in message)?.setupUrlPath
  await untilOk(`${gateway}/api/v1/health/ready`, signal)
  await untilOk(gateway, signal)
  return {
    webUrl,
    apiUrl: `http://${publicName(host)}:${apiPort}/api/v1`,
    setupUrl: typeof setupUrlPath === 'string' ? new URL(setupUrlPath, webUrl).href : null,
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(HEALTH_TIMEOUT_MS, undefined, { signal, ref: false })
  throw new Error('Not every process was ready in time; see the logs')
}

async function untilOk(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTH_TIMEOUT_MS
  while (!(await isOk(url, signal))) {
    if (Date.now() > deadline) throw new Error(`${url} does not answer; see the logs`)
    await sleep(HEALTH_POLL_MS, undefined, { signal })
  }
}

async function isOk(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status < 400
  } catch {
    signal.throwIfAborted()
    return false
  }
}
