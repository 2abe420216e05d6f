import type { Config } from './config.ts'
import { msOf } from './milliseconds.ts'

/** A sample that is older than so many sampling intervals says nothing of the present. */
export const STALE_AFTER_SAMPLES = 3

/** Whether a sample of a host's CPUs taken at this time is too old to use. */
export function isStaleSample(sampledAt: Date, now: Date, { sampleSeconds }: Config): boolean {
  return now.getTime() - sampledAt.getTime() > STALE_AFTER_SAMPLES * msOf(sampleSeconds)
}
