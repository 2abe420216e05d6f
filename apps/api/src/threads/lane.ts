import { Tinypool } from 'tinypool'
import { type AppError, unprocessable } from '../errors.ts'
import { secondsOf } from '../milliseconds.ts'
import { Gate } from './gate.ts'
import { KNOWN_ERRORS, revive, type Said } from './known-errors.ts'

/** What work of one kind may take. */
export interface LaneBounds {
  /** How much of it is done at once. */
  threads: number
  /** How long a piece of work may wait for its turn. */
  patienceMs: number
  /** How long it may take once it has begun. */
  withinMs: number
  /** Of the JavaScript heap of a thread; what it keeps in typed arrays has limits of its own. */
  heapMiB: number
  /** How long a thread without work stays, since it takes most of a second to start. */
  idleMs: number
}

/** A function of a module, called with plain data; it returns plain data too. */
interface Work<Act extends Acting> {
  module: URL
  name: string
  question: Parameters<Act>[0]
}

type Acting = (question: never) => unknown

/**
 * Threads for one kind of work whose cost the caller chooses, by what they uploaded or ask. It leaves
 * the event loop to other requests, and ends where it takes too long, needs too much memory, or
 * nobody waits for it any more.
 */
export class Lane {
  readonly bounds: LaneBounds
  readonly #gate: Gate
  #pool: Tinypool | undefined

  constructor(bounds: LaneBounds) {
    this.bounds = bounds
    this.#gate = new Gate({ places: bounds.threads, patienceMs: bounds.patienceMs })
  }

  /**
   * @param signal aborts the work, also while it waits for its turn
   * @throws AppError `busy`, `takes-too-long`, `needs-too-much-memory`; the signal's reason; and what
   *   the function throws
   */
  run<Act extends Acting>(
    work: Work<Act>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Act>>> {
    return this.#gate.run(() => this.#inThread(work, signal), signal)
  }

  async #inThread<Act extends Acting>(
    { module, name, question }: Work<Act>,
    signal: AbortSignal | undefined,
  ): Promise<Awaited<ReturnType<Act>>> {
    const late = AbortSignal.timeout(this.bounds.withinMs)
    this.#pool ??= this.#start()
    const { answer, error }: { answer: Awaited<ReturnType<Act>>; error?: Said } = await this.#pool
      .run(
        { module: module.href, name, question, knownErrors: KNOWN_ERRORS },
        { signal: AbortSignal.any(signal ? [signal, late] : [late]) },
      )
      .catch((cause: NodeJS.ErrnoException) => {
        signal?.throwIfAborted()
        if (late.aborted) throw this.#takesTooLong()
        if (cause.code === 'ERR_WORKER_OUT_OF_MEMORY') throw needsTooMuchMemory()
        throw cause
      })
    if (error) throw revive(error)
    return answer
  }

  #start(): Tinypool {
    return new Tinypool({
      filename: new URL('./thread.mjs', import.meta.url).href,
      minThreads: 0,
      maxThreads: this.bounds.threads,
      idleTimeout: this.bounds.idleMs,
      // Work reads files, which a thread that waits by atomics would hold up.
      useAtomics: false,
      // Without the loaders of the process: the thread registers its own.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.bounds.heapMiB },
    })
  }

  #takesTooLong(): AppError {
    return unprocessable(
      'takes-too-long',
      `This takes longer than ${secondsOf(this.bounds.withinMs)} s, which is all the time that it gets. Ask for less: a shorter part, or smaller files.`,
    )
  }
}

function needsTooMuchMemory(): AppError {
  return unprocessable(
    'needs-too-much-memory',
    'This needs more memory than it may have. Ask for less: a shorter part, or smaller files.',
  )
}
