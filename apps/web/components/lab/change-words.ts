import type { Interval } from '@steelyard/contract'
import { formatSignedMs } from '@steelyard/contract/format'

/** Formats an interval as "−7.20 ms to −4.80 ms". */
export function formatChange({ lowMs, highMs }: Interval): string {
  return `${formatSignedMs(lowMs)} to ${formatSignedMs(highMs)}`
}
