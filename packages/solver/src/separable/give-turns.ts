import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one turn of the event loop may take. */
const TURN_MS = 30

/**
 * Returns a function to call between two pieces of work; it yields to other work once a turn has
 * taken long.
 * @throws the signal's reason when aborted meanwhile
 */
export function giveTurns(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began <= TURN_MS) return
    await nextTurn()
    signal?.throwIfAborted()
    began = performance.now()
  }
}
