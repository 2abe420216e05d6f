import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one turn of the event loop may take. */
const TURN_MS = 30

/**
 * Asked between two pieces of work, gives other work its turn where one has taken long.
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
