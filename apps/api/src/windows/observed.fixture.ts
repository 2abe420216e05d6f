import { type Observation, ObservationBuilder } from '@steelyard/traces'
import { byStart } from './by-start.ts'
import type { HostWindow } from './window-rows.ts'

/** The start of an hour, a day ago: what is observed from then on is still kept in all windows. */
export const START = Math.floor(Date.now() / 3_600_000) * 3600 - 86_400

/**
 * What is observed of vm1 from START on for some seconds: a request every 0.7 s, and nothing at all
 * in the gaps.
 */
export function observed(
  windowSeconds: number,
  seconds: number,
  gaps: readonly { from: number; to: number }[] = [],
): Observation[] {
  const builder = new ObservationBuilder({ windowSeconds, requestCoverage: 'as-told' })
  const stream = builder.openRequests('vm1', 'requests', 'microsecond')
  const isGap = (at: number) => gaps.some(({ from, to }) => at >= from && at < to)
  for (let number = 0; number * 0.7 < seconds - 1; number++) {
    const at = number * 0.7
    const durationSeconds = 0.01 + (number % 7) / 100
    if (!isGap(at) && !isGap(at + durationSeconds))
      stream.add(START + at, durationSeconds, number % 50 === 0, 100)
  }
  stream.close()
  let from = 0
  for (const gap of [...gaps, { from: seconds, to: seconds }]) {
    if (gap.from > from)
      builder.coverRequests('vm1', 'requests', START + from, START + gap.from, true)
    from = gap.to
  }
  return builder.finish().observations
}

/** What a watch stores of a host, without when requests came. */
export function hostWindows(observations: readonly Observation[]): HostWindow[] {
  return [...byStart(observations)].map(([startEpochSeconds, own]) => ({
    startEpochSeconds,
    observations: [...own],
    arrivals: null,
  }))
}
