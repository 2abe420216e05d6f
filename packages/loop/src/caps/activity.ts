import type { RealTimeDomain } from '@steelyard/model'

/**
 * A real-time domain is active from this use on, in pCPUs. Ours: paper 3 does not say how its monitor
 * tells. `xl vcpu-list` counts in tenths of a second, which is 0.02 pCPUs over five seconds, and a
 * guest with nothing to do stays below.
 */
const ACTIVE_PCPUS = 0.05

/** So many quiet samples in a row make a real-time domain idle. Ours: a minute, at ten seconds each. */
export const QUIET_SAMPLES = 6

/** Whether a real-time domain is at work, as the samples so far show it. */
export interface Activity {
  isActive: boolean
  /** The quiet samples since it was last seen at work; counted up to `QUIET_SAMPLES`. */
  quietSamples: number
  /** In the newest sample. */
  usedPCpus: number
}

/**
 * Takes in one sample. One in which the domain works makes it active at once, so that it waits no
 * longer than it must; only `QUIET_SAMPLES` quiet ones in a row make it idle, so that a pause between
 * two jobs does not set caps to and fro.
 * @param before null: it was never sampled, or not for so long that no sequence continues
 */
export function observeActivity(
  { executionSeconds, periodSeconds }: Pick<RealTimeDomain, 'executionSeconds' | 'periodSeconds'>,
  before: Activity | null,
  usedPCpus: number,
): Activity {
  // A domain that needs less than the threshold would otherwise never count.
  const least = Math.min(ACTIVE_PCPUS, executionSeconds / periodSeconds / 2)
  if (usedPCpus > least) return { isActive: true, quietSamples: 0, usedPCpus }
  const quietSamples = Math.min(QUIET_SAMPLES, (before?.quietSamples ?? 0) + 1)
  const isActive = (before?.isActive ?? false) && quietSamples < QUIET_SAMPLES
  return { isActive, quietSamples, usedPCpus }
}
