import { AppError } from '../errors.ts'

/** Lets a few pieces of work run at once; the others wait for their turn, but not for ever. */
export class Gate {
  readonly #patienceMs: number
  readonly #waiting = new Set<() => void>()
  #places: number

  constructor({ places, patienceMs }: { places: number; patienceMs: number }) {
    this.#places = places
    this.#patienceMs = patienceMs
  }

  /** @throws AppError `busy` when it is not this work's turn in time, and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#places > 0) {
      this.#places--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(enter)
        reject(busy())
      }, this.#patienceMs)
      this.#waiting.add(enter)
    })
  }

  #leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#places++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'Too many others ask for work like this. Send this once more in a moment.',
    { code: 'busy', retryAfterSeconds: 10 },
  )
}
