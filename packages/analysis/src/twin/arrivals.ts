import type { TimeResolution } from '@steelyard/traces'

/** Arrival times of the requests of one domain. */
export interface DomainArrivals {
  domain: string
  /** Start in host time. */
  startEpochSeconds: number
  /** Seconds after the start, ascending. */
  offsetsSeconds: Float64Array
  /** Resolution of the log's stamps: the twin draws where within whole seconds requests came. */
  resolution: TimeResolution
}

/** The database keeps arrivals in this many parts of a second, so that a later run has the same requests. */
const KEPT_PER_SECOND = 100_000

/** The arrivals in [from, to), with times relative to `from`. */
export function within(
  { domain, startEpochSeconds, offsetsSeconds, resolution }: DomainArrivals,
  fromEpochSeconds: number,
  toEpochSeconds: number,
): DomainArrivals {
  const skip = fromEpochSeconds - startEpochSeconds
  const length = toEpochSeconds - fromEpochSeconds
  return {
    domain,
    resolution,
    startEpochSeconds: fromEpochSeconds,
    offsetsSeconds: offsetsSeconds
      .map((offset) => Math.round((offset - skip) * KEPT_PER_SECOND) / KEPT_PER_SECOND)
      .filter((offset) => offset >= 0 && offset < length),
  }
}
