import { Worker } from 'node:worker_threads'
import type { LP } from 'glpk.js/node'

export interface MilpAnswer {
  /** `none`: no integer point was found, be it for lack of time or for lack of one. */
  kind: 'optimal' | 'feasible' | 'none'
  vars: Record<string, number>
  seconds: number
}

/** GLPK looks at its clock between nodes only; this much later the thread is ended. */
const graceSeconds = 5

/**
 * A worker thread with one GLPK in it, for the programs of one question, one after the other. Not
 * shared: ended threads give their WebAssembly memory back, and ending one is how to cancel.
 */
export class MilpSession {
  readonly #worker = new Worker(new URL('./glpk-worker.mjs', import.meta.url))
  readonly #signal: AbortSignal | undefined
  readonly #abort = () => void this.#worker.terminate()

  /** @param signal aborting ends the thread; a pending solve rejects with the signal's reason */
  constructor(signal?: AbortSignal) {
    this.#signal = signal
    signal?.addEventListener('abort', this.#abort)
  }

  /** @returns the best point found within the limit; `none` also when the thread had to be ended */
  async solve(lp: LP, timeLimitSeconds: number): Promise<MilpAnswer> {
    this.#signal?.throwIfAborted()
    const overdue = AbortSignal.timeout((timeLimitSeconds + graceSeconds) * 1000)
    overdue.addEventListener('abort', this.#abort)
    try {
      return await this.#ask({ lp, timeLimitSeconds }, overdue)
    } finally {
      overdue.removeEventListener('abort', this.#abort)
    }
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#abort)
    await this.#worker.terminate()
  }

  #ask(question: { lp: LP; timeLimitSeconds: number }, overdue: AbortSignal): Promise<MilpAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        finish()
      }
      const onMessage = (answer: MilpAnswer) => settle(() => resolve(answer))
      const onError = (error: Error) => settle(() => reject(error))
      const onExit = (code: number) =>
        settle(() => {
          if (this.#signal?.aborted) reject(this.#signal.reason)
          else if (overdue.aborted) resolve({ kind: 'none', vars: {}, seconds: graceSeconds })
          else reject(new Error(`The solver thread ended with code ${code}.`))
        })
      this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      this.#worker.postMessage(question)
    })
  }
}
