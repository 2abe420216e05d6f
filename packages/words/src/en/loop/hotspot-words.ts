import { formatMs, formatTargetMs } from '@steelyard/contract/format'
import type { HotspotEvidence } from '@steelyard/loop'

/** Why a hotspot was opened. */
export function openedWords(
  domain: string,
  { windows, missed, targetSeconds, forecast }: HotspotEvidence,
): string {
  return `${domain} missed its target of ${formatTargetMs(targetSeconds * 1000)} in ${missed} of ${windows.length} minutes, and ${formatMs(forecast.valueSeconds * 1000)} is foretold for the next.`
}

/** Why it was closed. */
export function closedWords(
  domain: string,
  { windows, targetSeconds, forecast }: HotspotEvidence,
): string {
  return `${domain} kept its target of ${formatTargetMs(targetSeconds * 1000)} with a margin for ${windows.length} minutes, and ${formatMs(forecast.valueSeconds * 1000)} is foretold for the next.`
}
