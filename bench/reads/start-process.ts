import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from '../../scripts/lib/paths.ts'

interface Ready {
  setupUrlPath?: string | null
}

/** Starts a process of the product as the launcher does, with its log in the data directory. */
export async function startProcess(
  name: 'api' | 'worker' | 'agent',
  dataDir: string,
  env: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<{ pid: number; ready: Ready; stop(): Promise<void> }> {
  const log = openSync(path.join(dataDir, `${name}.log`), 'a')
  const entry = inRoot(`apps/api/src/main-${name}.ts`)
  const child = spawn(process.execPath, [...nodeOptions, '--import', 'tsx', entry], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      STEELYARD_DATA_DIR: dataDir,
      STEELYARD_SESSION_SECRET: randomBytes(32).toString('hex'),
      STEELYARD_AUDIT_KEY: 'the audit key of the benchmark only',
      ...env,
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  return { pid: child.pid!, ready: await readiness(child), stop: () => stop(child) }
}

async function readiness(child: ChildProcess): Promise<Ready> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the product ended with code ${code} before it was ready`)
  })
  gone.catch(() => {}) // an end after that is no news
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Ready]
  return message
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
