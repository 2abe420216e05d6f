import type { Principal } from '../access/permissions.ts'
import { AppError } from '../errors.ts'

/** Counts what one person has open at once, so that more tokens allow no more of it. */
class Places {
  readonly #most: number
  readonly #refusal: { code: string; message: string }
  readonly #taken = new Map<string, number>()

  constructor(most: number, refusal: { code: string; message: string }) {
    this.#most = most
    this.#refusal = refusal
  }

  /**
   * Returns a function that gives the place back.
   * @throws AppError `rate-limited` with the code of these places
   */
  take({ userId }: Principal): () => void {
    const key = userId ?? ''
    const count = this.#taken.get(key) ?? 0
    if (count >= this.#most) {
      const { code, message } = this.#refusal
      throw new AppError('rate-limited', message, { code, retryAfterSeconds: 15 })
    }
    this.#taken.set(key, count + 1)
    return () => {
      const left = this.#taken.get(key)! - 1
      if (left > 0) this.#taken.set(key, left)
      else this.#taken.delete(key)
    }
  }
}

/** A page follows one or two jobs; a client beyond this limit is collecting connections. */
const MOST_STREAMS = 50

export const streamPlaces = new Places(MOST_STREAMS, {
  code: 'too-many-streams',
  message: `You have ${MOST_STREAMS} event streams open. Close one, or poll the job instead.`,
})

/** Each keeps a file on the disk until it has been sent. */
const MOST_DOWNLOADS = 2

export const downloadPlaces = new Places(MOST_DOWNLOADS, {
  code: 'too-many-downloads',
  message: `You have ${MOST_DOWNLOADS} downloads of this kind under way. Let one of them end first.`,
})
