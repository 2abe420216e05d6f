/** Short enough to show a loan being used up and repaid. */
const WINDOW_SECONDS = 0.5
/** Limit on windows times domains, which keeps a thread's result to some tens of megabytes. */
const MOST_CELLS = 100_000

/**
 * The windows for judging shares. They cover the whole run or, with very many domains, its
 * beginning, plus one more window for the rest.
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
