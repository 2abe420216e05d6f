export interface SpeedSample {
  atMs: number
  sentBytes: number
}

const SPAN_MS = 4_000

/** Keeps the samples of the last seconds; over a shorter time the speed would flicker. */
export function addSample(samples: SpeedSample[], sample: SpeedSample): SpeedSample[] {
  return [...samples.filter((each) => sample.atMs - each.atMs <= SPAN_MS), sample]
}

/** Bytes per second over the kept span. Null before it is known. */
export function speedOf(samples: SpeedSample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < 500) return null
  return Math.max(0, ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000)
}
