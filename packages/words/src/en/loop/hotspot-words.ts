import { formatMs, formatTargetMs } from '@steelyard/contract/format'
import type { HotspotFigures } from '../../saying.ts'

/** Why a hotspot was opened. */
export function openedWords({
  domain,
  targetSeconds,
  missed,
  minutes,
  forecastSeconds,
}: HotspotFigures): string {
  return `${domain} missed its target of ${formatTargetMs(targetSeconds * 1000)} in ${missed} of ${minutes} minutes, and ${formatMs(forecastSeconds * 1000)} is predicted for the next.`
}

/** Why it was closed. */
export function closedWords({
  domain,
  targetSeconds,
  minutes,
  forecastSeconds,
}: HotspotFigures): string {
  return `${domain} kept its target of ${formatTargetMs(targetSeconds * 1000)} with a margin for ${minutes} minutes, and ${formatMs(forecastSeconds * 1000)} is predicted for the next.`
}
