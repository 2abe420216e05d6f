import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 60_000
/** What worked for so long has recovered: the waits begin anew. */
const RECOVERED_MS = 60_000

/**
 * Does something again and again until the signal: a second after it ended, or after growing waits
 * while it fails. The waits differ by chance, so that what failed together is not tried together.
 */
export async function againAndAgain(
  signal: AbortSignal,
  once: () => Promise<void>,
  onFailure: (error: unknown) => Promise<void>,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await once()
      waitMs = FIRST_WAIT_MS
    } catch (error) {
      if (signal.aborted) return
      await onFailure(error)
      if (performance.now() - began > RECOVERED_MS) waitMs = FIRST_WAIT_MS
    }
    await pause(waitMs * (0.75 + Math.random() / 2), signal)
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)
  }
}

/** Waits, but no longer than until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}
