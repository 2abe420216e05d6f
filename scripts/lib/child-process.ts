import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import readline from 'node:readline'
import { pathToFileURL } from 'node:url'
import { inRoot, root } from './paths.ts'
import { openLogFile } from './product/log-file.ts'

const STOP_TIMEOUT_MS = 10_000
const PINO_ERROR = 50

export type ServiceName = 'api' | 'worker' | 'agent' | 'web'

export type Service = {
  name: ServiceName
  logFile: string
  /** The message that the service sent when it was ready. */
  ready: Promise<Record<string, unknown>>
  /** Resolves with a description of how it ended, whatever the reason. */
  gone: Promise<string>
  stop: () => Promise<void>
}

// Reading a log makes garbage at a high rate; a heap that grows reluctantly keeps the worker's
// resident memory about 100 MB lower on a 1 GB log (`tsx bench/ingestion.ts`).
export const nodeFlags: Record<ServiceName, string[]> = {
  api: [],
  worker: ['--optimize-for-size'],
  agent: [],
  web: [],
}

/** Starts a TypeScript entry point as a process that ends with us. */
export function startService(
  name: ServiceName,
  entry: string,
  env: Record<string, string | undefined>,
  dataDir: string,
): Service {
  const withParent = pathToFileURL(inRoot('scripts/with-parent.mjs')).href
  const log = openLogFile(dataDir, name)
  const child = spawn(
    process.execPath,
    [...nodeFlags[name], '--import', 'tsx', '--import', withParent, inRoot(entry)],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true, // a Ctrl-C in the terminal is for the launcher, which stops services in order
    },
  )
  recordOutput(name, child, log.fd)
  return {
    name,
    logFile: log.file,
    ready: readyMessage(child),
    gone: untilGone(child),
    stop: () => stopProcess(child),
  }
}

/** Writes all output to the log and shows errors on the terminal. */
function recordOutput(name: ServiceName, child: ChildProcess, fd: number): void {
  const record = (line: string) => fs.writeSync(fd, `${line}\n`)
  const show = (line: string) => process.stderr.write(`${name}: ${line}\n`)
  if (!child.stdout || !child.stderr) throw new Error('the service has no output')
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    record(line)
    const message = errorIn(line)
    if (message !== undefined) show(message)
  })
  readline.createInterface({ input: child.stderr }).on('line', (line) => {
    record(line)
    show(line)
  })
  child.once('close', () => fs.closeSync(fd))
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

function untilGone(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
