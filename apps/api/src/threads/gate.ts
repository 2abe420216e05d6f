import { AppError } from '../errors.ts'

/** More than that would be sent away anyway by the time it is their turn. */
const MOST_WAITING = 32

/** Lets a few pieces of work run at once; the others wait for their turn, but not for ever. */
export class Gate {
  readonly #patienceMs: number
  readonly #waiting = new Set<() => void>()
  #places: number

  constructor({ places, patienceMs }: { places: number; patienceMs: number }) {
    this.#places = places
    this.#patienceMs = patienceMs
  }

  /**
   * @param signal sends work away that nobody wants any more
   * @throws AppError `busy` when it is not this work's turn in time; the signal's reason; and what the
   *   work throws
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(signal?: AbortSignal): Promise<void> {
    if (this.#places > 0) {
      this.#places--
      return
    }
    if (this.#waiting.size >= MOST_WAITING) throw busy()
    await new Promise<void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        this.#waiting.delete(enter)
      }
      const enter = () => {
        settle()
        resolve()
      }
      const giveUp = () => {
        settle()
        reject(signal!.reason)
      }
      const timer = setTimeout(() => {
        settle()
        reject(busy())
      }, this.#patienceMs)
      signal?.addEventListener('abort', giveUp)
      this.#waiting.add(enter)
    })
  }

  #leave(): void {
    const [next] = this.#waiting
    if (next) next()
    else this.#places++
  }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'Too many others ask for work like this. Send this once more in a moment.',
    { code: 'busy', retryAfterSeconds: 10 },
  )
}
