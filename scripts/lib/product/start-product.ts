import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../free-port.ts'
import { inRoot, root } from '../paths.ts'
import { makeDirectory } from '../postgres/data-directory.ts'
import type { ReadyProduct } from './ready-line.ts'

export type ProductOptions = {
  dataDir: string
  webPort?: number
  apiPort?: number
  env?: Record<string, string>
  /** The command of npm: the product, or the product from its sources. */
  command?: 'start' | 'dev'
  /** Run as another account; only root can ask for that. */
  account?: { uid: number; gid: number }
}

export type Product = ReadyProduct & {
  /** Where it keeps its database, uploads and logs. */
  dataDir: string
  webPort: number
  apiPort: number
  /** The launcher's process id. */
  pid: number
  /** Everything it printed so far. */
  output: () => string
  /** Resolves with the launcher's exit code, or null after a signal. */
  exited: Promise<number | null>
  /** Asks it to stop, as Ctrl-C does, and returns its exit code. */
  stop: () => Promise<number | null>
  /** Kills the launcher without warning, as a crash would. */
  kill: () => Promise<void>
}

/** Runs `npm start` or `npm run dev` as a separate process and returns once it has printed its ready line. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const webPort = options.webPort ?? (await findFreePort())
  const apiPort = options.apiPort ?? (await findFreePort())
  makeDirectory(options.dataDir)
  const script = inRoot(`scripts/${options.command ?? 'start'}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    ...options.account,
    env: {
      ...withoutOurs(process.env),
      STEELYARD_DATA_DIR: options.dataDir,
      STEELYARD_WEB_PORT: String(webPort),
      STEELYARD_API_PORT: String(apiPort),
      // Hosts, identity providers and webhooks in tests are on loopback, and there are many hosts.
      STEELYARD_SSH_ALLOW: '127.0.0.0/8',
      STEELYARD_OIDC_ALLOW: '127.0.0.0/8',
      STEELYARD_WEBHOOK_ALLOW: '127.0.0.0/8',
      STEELYARD_SSH_PROBES: '10000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ready = await untilReady(child, () => output)
  return {
    ...ready,
    dataDir: options.dataDir,
    webPort,
    apiPort,
    pid: child.pid!,
    output: () => output,
    exited,
    stop: () => {
      child.kill('SIGINT')
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Keeps settings for another product in the caller's environment from leaking into this one. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = ([name]: [string, unknown]) =>
    !name.startsWith('STEELYARD_') && name !== 'DATABASE_URL' && name !== 'NODE_ENV'
  return Object.fromEntries(Object.entries(env).filter(foreign)) as NodeJS.ProcessEnv
}

function untilReady(child: ChildProcess, output: () => string): Promise<ReadyProduct> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => reject(new Error(`the product did not start:\n${output()}`)))
    child.once('message', (message) => resolve(message as ReadyProduct))
  })
}
