import { type ChildProcess, spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from './backends.ts'
import { haproxyConfig, threadsConfig } from './haproxy-config.ts'

const START_MS = 20_000

export interface HaproxyFacts {
  threads: number
  /** Process id of the worker, which changes with each reload. */
  pid: number
}

/** Runs HAProxy as Debian's service does, with a master process, in front of two web servers. */
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
    this.#text = haproxyConfig({
      bind: `127.0.0.1:${port}`,
      webServers: backendPorts.map((each) => `127.0.0.1:${each}`),
      statsSocket: this.statsSocket,
    })
    this.repairConfig()
    writeFileSync(this.threadsConfig, threadsConfig(1))
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
