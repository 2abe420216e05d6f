/** Short enough to see a loan being used up and paid back. */
const WINDOW_SECONDS = 0.5
/** Windows by domains: all that a thread tells of them is some tens of megabytes. */
const MOST_CELLS = 100_000

/**
 * The windows that shares are judged by: of the whole run, or where there are very many domains of its
 * beginning, with one more window for the rest.
 */
export function shortWindows(
  horizonSeconds: number,
  domains: number,
): { boundariesSeconds: number[]; judged: number } {
  const all = Math.ceil(horizonSeconds / WINDOW_SECONDS)
  const judged = Math.min(all, Math.max(1, Math.floor(MOST_CELLS / domains)))
  const boundaries = judged === all ? all - 1 : judged
  return {
    boundariesSeconds: Array.from(
      { length: boundaries },
      (_, index) => (index + 1) * WINDOW_SECONDS,
    ),
    judged,
  }
}
