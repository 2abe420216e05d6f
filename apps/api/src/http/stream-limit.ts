import type { Principal } from '../access/permissions.ts'
import { AppError } from '../errors.ts'

/** A page follows one or two jobs; a client beyond this limit is collecting connections. */
const MAX_STREAMS = 50

const openStreams = new Map<string, number>()

/**
 * Counts an event stream against the person behind it, so that more tokens allow no more streams.
 * Returns a function that releases the stream's place.
 * @throws AppError `rate-limited` (`too-many-streams`)
 */
export function takeStream({ userId }: Principal): () => void {
  const key = userId ?? ''
  const count = openStreams.get(key) ?? 0
  if (count >= MAX_STREAMS) {
    throw new AppError(
      'rate-limited',
      `You have ${MAX_STREAMS} event streams open. Close one, or poll the job instead.`,
      { code: 'too-many-streams', retryAfterSeconds: 15 },
    )
  }
  openStreams.set(key, count + 1)
  return () => {
    const left = openStreams.get(key)! - 1
    if (left > 0) openStreams.set(key, left)
    else openStreams.delete(key)
  }
}
