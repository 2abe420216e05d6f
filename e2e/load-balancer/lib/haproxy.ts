import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from './backends.ts'

const START_MS = 20_000

/** Hashes that cost HAProxy some milliseconds of CPU, more than its clients spend on a request. */
const HASHES = Array.from(
  { length: 40 },
  () => `    http-request set-var(txn.hash) url${',sha2(512)'.repeat(100)} if { path /costly }`,
)

export interface HaproxyFacts {
  threads: number
  /** Process id of the worker, which changes with each reload. */
  pid: number
}

/**
 * Runs HAProxy as Debian's service does, with a master process, in front of two web servers. What is
 * costly costs HAProxy, and of what is slow a web server takes one request at a time.
 */
export class Haproxy {
  readonly config: string
  readonly threadsConfig: string
  readonly port: number
  readonly statsSocket: string
  readonly #text: string
  #child!: ChildProcess

  constructor(directory: string, port: number, backendPorts: readonly number[]) {
    this.port = port
    this.config = path.join(directory, 'haproxy.cfg')
    this.threadsConfig = path.join(directory, 'steelyard-threads.cfg')
    this.statsSocket = path.join(directory, 'admin.sock')
    const servers = (more: string) =>
      backendPorts.map((each, i) => `    server web${i} 127.0.0.1:${each} ${more}`).join('\n')
    this.#text = `global
    stats socket ${this.statsSocket} mode 600 level admin expose-fd listeners
    hard-stop-after 30s
    maxconn 1000
defaults
    mode http
    option idle-close-on-response
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    timeout queue 30s
frontend web
    bind 127.0.0.1:${port}
${HASHES.join('\n')}
    use_backend slow if { path /slow }
    default_backend web
backend web
    balance roundrobin
${servers('check')}
backend slow
${servers('maxconn 1')}
`
    this.repairConfig()
    writeFileSync(this.threadsConfig, 'global\n    nbthread 1\n')
  }

  async start(masterSocket: string): Promise<void> {
    const args = ['-W', '-S', masterSocket, '-f', this.config, '-f', this.threadsConfig]
    this.#child = spawn('haproxy', args, { stdio: ['ignore', 'ignore', 'ignore'] })
    let said = 'nothing'
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(100)) {
      if (this.#child.exitCode !== null) break
      const answer = await fetch(`http://127.0.0.1:${this.port}/`).catch(() => null)
      if (answer?.status === 200) return
      said = `status ${answer?.status}`
    }
    throw new Error(`HAProxy and its back ends do not answer: ${said}`)
  }

  /** Breaks the configuration, as an operator could by mistake. */
  breakConfig(): void {
    writeFileSync(this.config, `${this.#text}    no-such-keyword\n`)
  }

  repairConfig(): void {
    writeFileSync(this.config, this.#text)
  }

  hideSocket(): void {
    renameSync(this.statsSocket, `${this.statsSocket}.hidden`)
  }

  showSocket(): void {
    renameSync(`${this.statsSocket}.hidden`, this.statsSocket)
  }

  get reloadCommand(): string {
    return `kill -USR2 ${this.#child.pid}`
  }

  /** Reads the facts that HAProxy itself reports. */
  async facts(): Promise<HaproxyFacts> {
    const info = await this.#ask('show info')
    const number = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(info)?.[1])
    return { threads: number('Nbthread'), pid: number('Pid') }
  }

  stop(): Promise<void> {
    return this.#child ? end(this.#child) : Promise.resolve()
  }

  #ask(question: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.statsSocket, () => socket.end(`${question}\n`))
      let answer = ''
      socket.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk
      })
      socket.once('end', () => resolve(answer)).once('error', reject)
    })
  }
}
