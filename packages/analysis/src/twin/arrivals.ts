import type { TimeResolution } from '@steelyard/traces'

/** When the requests of one domain came. */
export interface DomainArrivals {
  domain: string
  /** Host time. */
  startEpochSeconds: number
  /** After the start, ascending. */
  offsetsSeconds: Float64Array
  /** Of the log's stamps: the twin spreads whole seconds, by its seed. */
  resolution: TimeResolution
}

/** The part of the arrivals that lies in [from, to), counted from there. */
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
      .map((offset) => offset - skip)
      .filter((offset) => offset >= 0 && offset < length),
  }
}
