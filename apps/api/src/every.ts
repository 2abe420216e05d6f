import type { Logger } from './logger.ts'

/**
 * Runs a chore of a process now and at each interval. A round is skipped while the previous one
 * still runs, and one that fails is only logged.
 * @returns stops it, once its last round is over
 */
export function every(
  { log }: { log: Logger },
  ms: number,
  chore: string,
  run: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const round = () => {
    running ??= run()
      .catch((err) => log.error({ err, chore }, 'a chore failed'))
      .finally(() => {
        running = null
      })
  }
  round()
  const timer = setInterval(round, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}
