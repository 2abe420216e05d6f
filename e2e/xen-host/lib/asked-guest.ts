import { setTimeout as sleep } from 'node:timers/promises'

/** A client of one guest that may run on either of two hosts, and how long it had no answer. */
export class AskedGuest {
  readonly #ports: readonly number[]
  readonly #over = new AbortController()
  #lastAt = performance.now()
  #longestMs = 0
  #answers = 0
  readonly #asking: Promise<void>

  /** @param ports behind which the guest answers, on the one host and on the other */
  constructor(ports: readonly number[]) {
    this.#ports = ports
    this.#asking = this.#ask()
  }

  async stop(): Promise<{ answers: number; longestGapSeconds: number }> {
    this.#over.abort()
    await this.#asking
    return { answers: this.#answers, longestGapSeconds: this.#longestMs / 1000 }
  }

  async #ask(): Promise<void> {
    while (!this.#over.signal.aborted) {
      for (const port of this.#ports) if (await answers(port)) this.#note()
      await sleep(100)
    }
  }

  #note(): void {
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt)
    this.#lastAt = now
    this.#answers += 1
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/spin.php?n=2000`
    const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}
