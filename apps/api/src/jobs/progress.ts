import type { JobProgress } from '@steelyard/contract'

export type { JobProgress }

const WRITE_EVERY_MS = 250

/**
 * Passes the latest progress to `write`, at most four times a second and never two writes at once,
 * so that a parser may report each line without flooding the database.
 */
export function createProgressWriter(write: (progress: JobProgress) => Promise<void>) {
  let latest: JobProgress | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let lastWriteMs = Number.NEGATIVE_INFINITY

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const progress = latest
    latest = undefined
    if (progress) {
      lastWriteMs = performance.now()
      writing = writing.then(() => write(progress))
    }
    return writing
  }

  return {
    report(progress: JobProgress): void {
      latest = progress
      if (timer) return
      const waitMs = Math.max(0, lastWriteMs + WRITE_EVERY_MS - performance.now())
      timer = setTimeout(flush, waitMs)
    },
    /** Writes pending progress; call it before the job ends. */
    flush,
  }
}
