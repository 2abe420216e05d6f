import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the clients ask for, and for how long each waits after an answer. */
export interface Demand {
  path: string
  pauseMs: number
}

/** Clients that send one request after another, some on new and some on persistent connections. */
export class ClientLoop {
  demand: Demand
  /** Milliseconds until the answer to each answered request began, in order. */
  readonly firstByteMs: number[] = []
  /** The reason for each request without a proper answer. */
  readonly lost: string[] = []
  readonly #port: number
  readonly #clients: Promise<void>[]
  readonly #agents: Agent[]
  #stopping = false

  constructor(
    port: number,
    demand: Demand,
    { keepAlive, fresh }: { keepAlive: number; fresh: number },
  ) {
    this.#port = port
    this.demand = demand
    this.#agents = [
      ...Array.from({ length: keepAlive }, () => new Agent({ keepAlive: true, maxSockets: 1 })),
      ...Array.from({ length: fresh }, () => new Agent({ keepAlive: false })),
    ]
    this.#clients = this.#agents.map((agent) => this.#run(agent))
  }

  get answered(): number {
    return this.firstByteMs.length
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#clients)
    for (const agent of this.#agents) agent.destroy()
  }

  async #run(agent: Agent): Promise<void> {
    while (!this.#stopping) {
      const answer = await this.#ask(agent)
      if (typeof answer === 'number') this.firstByteMs.push(answer)
      else this.lost.push(answer)
      await sleep(this.demand.pauseMs)
    }
  }

  /**
   * Does not retry, because the test counts failures that a client would notice.
   *
   * @returns when the answer began, in milliseconds, or why there was no proper one
   */
  #ask(agent: Agent): Promise<number | string> {
    return new Promise((resolve) => {
      const { path } = this.demand
      const sentAt = performance.now()
      const asked = request({ host: '127.0.0.1', port: this.#port, path, agent, timeout: 20_000 })
      asked.once('response', (answer) => {
        const begunMs = performance.now() - sentAt
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.once('error', (error) => resolve(error.message))
        answer.once('end', () => {
          const good = answer.statusCode === 200 && text.startsWith('back end on port')
          resolve(good ? begunMs : `status ${answer.statusCode}`)
        })
      })
      asked.once('timeout', () => asked.destroy(new Error('no answer in time')))
      asked.once('error', (error) => resolve(error.message))
      asked.end()
    })
  }
}
