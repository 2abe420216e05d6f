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
 * A worker thread with one GLPK in it, for the programs of one question, one after the other;
 * started by the first. Not shared: an ended thread gives its WebAssembly memory back, and ending
 * it is how to cancel.
 */
export class MilpSession {
  readonly #signal: AbortSignal | undefined
  #worker: Worker | undefined

  /** @param signal aborting ends the thread; a pending solve rejects with the signal's reason */
  constructor(signal?: AbortSignal) {
    this.#signal = signal
  }

  /**
   * The best point found within the limit; `none` also when the thread had to be ended.
   * @throws the signal's reason, or what made the thread fail
   */
  async solve(lp: LP, timeLimitSeconds: number): Promise<MilpAnswer> {
    this.#signal?.throwIfAborted()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const end = () => void worker.terminate()
    const overdue = setTimeout(end, (timeLimitSeconds + graceSeconds) * 1000)
    this.#signal?.addEventListener('abort', end)
    try {
      const answer = await ask(worker, { lp, timeLimitSeconds })
      this.#signal?.throwIfAborted()
      return answer
    } finally {
      clearTimeout(overdue)
      this.#signal?.removeEventListener('abort', end)
    }
  }

  /** An ended thread is forgotten, so that the next program starts another. */
  #start(): Worker {
    // No loaders of the process: the thread is plain JavaScript and starts sooner without them.
    const worker = new Worker(new URL('./glpk-worker.mjs', import.meta.url), { execArgv: [] })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    return worker
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}

/** Settles on the first of an answer, an error, or the end of the thread. */
function ask(worker: Worker, question: { lp: LP; timeLimitSeconds: number }): Promise<MilpAnswer> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: MilpAnswer) => settle(() => resolve(answer))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => resolve({ kind: 'none', vars: {}, seconds: 0 }))
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(question)
  })
}
