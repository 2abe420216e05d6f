import type { PlannedLoad } from '../recordings/campaign-types.ts'

type Phase = PlannedLoad['phases'][number]

/** The phase with the most requests per second. */
export function busiestOf({ phases }: PlannedLoad): Phase {
  return phases.reduce((a, b) => (rateOf(b) > rateOf(a) ? b : a))
}

/**
 * How long a load takes by our clock. An idle host keeps pace with it, and the more it has to do,
 * the further it falls behind.
 *
 * @param pace seconds of our clock for one of the host, under the busiest phase
 */
export function wallSecondsOf(load: PlannedLoad, pace: number): number {
  const most = rateOf(busiestOf(load))
  return load.phases.reduce((sum, phase) => {
    return sum + phase.durationSeconds * (1 + (pace - 1) * (rateOf(phase) / most))
  }, 0)
}

function rateOf({ requestsPerSecond }: Phase): number {
  return Object.values(requestsPerSecond).reduce((sum, rate) => sum + rate, 0)
}
