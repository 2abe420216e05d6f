import { type ChildProcess, spawn } from 'node:child_process'
import readline from 'node:readline'
import { argumentsFor } from './form/sources.ts'
import type { Log } from './log-file.ts'
import { root } from './paths.ts'

const STOP_TIMEOUT_MS = 10_000
const PINO_ERROR = 50
const CHECK_ALIVE_MS = 5000
/** After more checks in a row without a sign of life (see with-parent.mjs), a process is hung. */
const SILENT_CHECKS = 3
/** A process that is still loading its modules on a busy machine is silent for long. */
const SILENT_CHECKS_AT_START = 36

export type ServiceName = 'api' | 'worker' | 'agent' | 'web' | 'wlb'

export type Service = {
  name: ServiceName
  logFile: string
  /** The message that the service sent when it was ready. */
  ready: Promise<Record<string, unknown>>
  /** Resolves with a description of how it ended, whatever the reason. */
  gone: Promise<string>
  stop: () => Promise<void>
}

// Reading a log makes garbage at a high rate. A small young generation, and an old one that begins with
// 64 MB and grows by half at most, keep the worker's memory as low as --optimize-for-size does, for much
// less CPU time: to inspect and read a log of 400 MB (gzip) by itself took 13 s and 184 MB, where that
// flag took 23 s and 177 MB, and none at all 15 s and 449 MB.
export const nodeFlags: Record<ServiceName, string[]> = {
  api: [],
  worker: ['--max-semi-space-size=1', '--initial-old-space-size=64', '--heap-growing-percent=50'],
  agent: [],
  web: [],
  wlb: [],
}

/** Starts an entry point as a process that ends with us. */
export function startService(
  name: ServiceName,
  entry: string,
  env: Record<string, string | undefined>,
  log: Log,
): Service {
  const child = spawn(process.execPath, [...nodeFlags[name], ...argumentsFor(entry)], {
    cwd: root,
    env: { ...env, HAS_LAUNCHER: 'yes' }, // see with-parent.mjs
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // a Ctrl-C in the terminal is for the launcher, which stops services in order
  })
  recordOutput(name, child, log)
  return {
    name,
    logFile: log.file,
    ready: readyMessage(child),
    gone: untilGone(child, killWhenHung(child)),
    stop: () => stopProcess(child),
  }
}

/** Writes all output to the log and shows errors on the terminal. */
function recordOutput(name: ServiceName, child: ChildProcess, log: Log): void {
  // Unlike a write to standard error, this does not fail when that is a file on a full disk.
  const show = (line: string) => console.error(`${name}: ${line}`)
  if (!child.stdout || !child.stderr) throw new Error('the service has no output')
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    log.write(line)
    const message = errorIn(line)
    if (message !== undefined) show(message)
  })
  readline.createInterface({ input: child.stderr }).on('line', (line) => {
    log.write(line)
    show(line)
  })
  child.once('close', () => log.close())
}

/** The message of a structured log line of level error or worse. */
export function errorIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, msg, err } = JSON.parse(line)
    if (!(level >= PINO_ERROR)) return undefined
    return [msg, err?.message].filter((part, i, all) => part && all.indexOf(part) === i).join(': ')
  } catch {
    return undefined // not a log line after all
  }
}

function readyMessage(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    child.on('message', (message: Record<string, unknown>) => {
      if (message?.type === 'ready') resolve(message)
    })
  })
}

function untilGone(child: ChildProcess, wasHung: () => boolean): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(wasHung() ? 'it hung and was killed' : (signal ?? `exit code ${code}`)),
    )
  })
}

/**
 * Kills a process that has stopped giving signs of life. Checks are counted, not seconds, so that a
 * machine that was suspended, or a launcher that could not run, kills nothing.
 */
function killWhenHung(child: ChildProcess): () => boolean {
  let silentChecks = 0
  let allowed = SILENT_CHECKS_AT_START
  child.on('message', (message: Record<string, unknown>) => {
    silentChecks = 0
    if (message?.type === 'ready') allowed = SILENT_CHECKS
  })
  const timer = setInterval(() => {
    if (++silentChecks > allowed) child.kill('SIGKILL')
  }, CHECK_ALIVE_MS)
  timer.unref()
  child.once('exit', () => clearInterval(timer))
  return () => silentChecks > allowed
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
