/** One interval of a table as it was played; times by the clock of the host. */
export interface PlayedInterval {
  fromEpochSeconds: number
  toEpochSeconds: number
}

/** The intervals that begin one after the other with the start of a load. */
export function playedIntervals(
  startEpochSeconds: number,
  durationsSeconds: readonly number[],
): PlayedInterval[] {
  let from = startEpochSeconds
  return durationsSeconds.map((seconds) => {
    const interval = { fromEpochSeconds: from, toEpochSeconds: from + seconds }
    from += seconds
    return interval
  })
}
