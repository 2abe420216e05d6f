import http from 'node:http'

const REQUEST_TIMEOUT_MS = 120_000
const ATTEMPTS = 3

/**
 * Clients of a guest's web server, each with a persistent connection, because a new one costs the
 * emulated Domain-0 as much as a short request. They connect one after another. QEMU's user-mode
 * network lets only one connection wait to be accepted. When more arrive at once, the kernel drops
 * some and tries again only after 1, 3, 7, 15, ... seconds.
 */
export class GuestClients {
  readonly #url: string
  readonly #agents: readonly http.Agent[]

  constructor(port: number, count: number) {
    this.#url = `http://127.0.0.1:${port}/spin.php?n=`
    this.#agents = Array.from(
      { length: count },
      () => new http.Agent({ keepAlive: true, maxSockets: 1 }),
    )
  }

  get count(): number {
    return this.#agents.length
  }

  /** Opens all connections in advance; the server keeps them for some time. */
  async connect(): Promise<void> {
    for (const agent of this.#agents) await get(`${this.#url}1`, agent)
  }

  /** Sends one request per client at once, each with this many rounds of computing. */
  async ask(rounds: number): Promise<void> {
    await Promise.all(this.#agents.map((agent) => get(`${this.#url}${rounds}`, agent)))
  }

  /** Sends one request of one client. */
  async askOnce(client: number, rounds: number): Promise<void> {
    await get(`${this.#url}${rounds}`, this.#agents[client]!)
  }
}

/** A guest that hardly gets any CPU lets its clients wait until they give up. */
export class NoAnswer extends Error {}

/** Asks again when Apache closes a persistent connection just as it is used again. */
async function get(url: string, agent: http.Agent): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await getOnce(url, agent)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET' || attempt === ATTEMPTS)
        throw error
    }
  }
}

function getOnce(url: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, timeout: REQUEST_TIMEOUT_MS }, (answer) => {
      if (answer.statusCode === 200) answer.resume().once('end', resolve).once('error', reject)
      else reject(new Error(`${url}: ${answer.statusCode}`))
    })
    request.once('timeout', () => request.destroy(new NoAnswer(`${url}: no answer`)))
    request.once('error', reject)
  })
}
