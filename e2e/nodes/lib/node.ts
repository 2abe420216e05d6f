import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '../../../scripts/lib/paths.ts'

export type NodeKind = 'api' | 'worker' | 'agent'

/** One process of the product, as a machine of its own would run it. */
export class Node {
  readonly name: string
  readonly #kind: NodeKind
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  /** What it printed and logged as an error. */
  said = ''
  setupUrlPath: string | null = null

  constructor(kind: NodeKind, number: number, env: Record<string, string>) {
    this.name = `${kind} ${number}`
    this.#kind = kind
    this.#env = env
  }

  /** Resolves once it is ready. */
  async start(): Promise<void> {
    const entry = inRoot(`apps/api/src/main-${this.#kind}.ts`)
    const child = spawn(process.execPath, ['--import', 'tsx', entry], {
      env: { PATH: process.env.PATH, STEELYARD_LOG_LEVEL: 'error', ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.said += chunk
      })
    this.#child = child
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.name} ended before it was ready: ${this.said}`)
    })
    const [message] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    this.setupUrlPath = (message as { setupUrlPath?: string | null }).setupUrlPath ?? null
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
