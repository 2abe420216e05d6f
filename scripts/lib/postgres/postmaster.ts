import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { tailOf } from '../log-file.ts'
import type { Account } from './database-account.ts'
import { postgresEnvironment } from './postgres-data-directory.ts'

// Handles the server process, which is found by the file in its data directory.

const START_TIMEOUT_MS = 60_000
const POLL_MS = 25

type PidFile = { pid: number; port: number; ready: boolean }

/** postmaster.pid: process id, directory, start time, port, socket, address, memory, status. */
function readPidFile(pgData: string): PidFile | undefined {
  const file = path.join(pgData, 'postmaster.pid')
  if (!fs.existsSync(file)) return undefined
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** The port of a server that a killed launcher left behind, once it answers to our password. */
export async function findRunningPostmaster(
  pgData: string,
  addressOf: (port: number) => string,
): Promise<number | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (let found = readPidFile(pgData); found && isAlive(found.pid); found = readPidFile(pgData)) {
    if (found.ready) return (await answers(addressOf(found.port))) ? found.port : undefined
    if (Date.now() > deadline) return undefined
    await sleep(POLL_MS)
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // no such process, or one of another account, which cannot be our server
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

type Launch = {
  postgres: string
  pgData: string
  port: number
  account: Account
  logFile: string
  throwAway: boolean
}

export async function launchPostmaster({
  postgres,
  pgData,
  port,
  account,
  logFile,
  throwAway,
}: Launch): Promise<void> {
  const log = fs.openSync(logFile, 'a', 0o600)
  const child = spawn(postgres, serverArguments(pgData, port, throwAway), {
    ...account,
    env: postgresEnvironment,
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true, // a Ctrl-C in the terminal is for the launcher, which stops us last
  })
  fs.closeSync(log)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  child.once('exit', () => {
    failure = tailOf(logFile)
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    if (failure !== undefined) throw new Error(`PostgreSQL did not start: ${failure}`)
    const found = readPidFile(pgData)
    if (found?.ready && found.pid === child.pid) break
    if (Date.now() > deadline) throw new Error(`PostgreSQL is not ready, see ${logFile}`)
    await sleep(POLL_MS)
  }
  child.removeAllListeners()
  child.unref()
}

function serverArguments(pgData: string, port: number, throwAway: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    max_connections: 100,
    unix_socket_directories: '',
    ...(throwAway ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', pgData, '-p', String(port), ...flags]
}

/** Ends the sessions, writes everything to disk and waits for the end. */
export async function stopPostmaster(
  pgCtl: string,
  pgData: string,
  account: Account,
): Promise<void> {
  const found = readPidFile(pgData)
  if (!found || !isAlive(found.pid)) return
  await promisify(execFile)(pgCtl, ['stop', '-m', 'fast', '-w', '-t', '60', '-D', pgData], {
    ...account,
    env: postgresEnvironment,
    cwd: '/',
  })
}
