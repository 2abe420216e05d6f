/** Some minutes of work on a small machine: the twin plays thousands of seconds a second. */
const MOST_SECONDS_TOGETHER = 120_000
/** Less than this would show chance alone. */
const LEAST_SECONDS = 30

/** How long each run may be, so that all of them together stay within bounds. */
export function boundedSeconds(wantedSeconds: number, runs: number): number {
  const most = Math.max(LEAST_SECONDS, Math.floor(MOST_SECONDS_TOGETHER / runs))
  return Math.min(wantedSeconds, most)
}
