import type { Hotspot } from '@steelyard/contract'
import { formatMs, formatTargetMs } from '@steelyard/contract/format'
import type { HotspotEvidence } from '@steelyard/loop'
import type { HotspotModel } from '../../generated/prisma/models.ts'
import { isoOf } from '../../iso-of.ts'
import { toMs } from '../../milliseconds.ts'
import { hotspotEvidence } from './stored-evidence.ts'

export type HotspotRow = HotspotModel & { host: { name: string } }

export function serialiseHotspot(row: HotspotRow): Hotspot {
  const evidence = hotspotEvidence.read(row.evidence)
  const { windows, missed, forecast } = evidence
  const { by, valueSeconds, meanAbsoluteErrorSeconds } = forecast
  return {
    id: row.id,
    hostId: row.hostId,
    hostName: row.host.name,
    domain: row.domain,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    windows: windows.map((window) => ({
      at: isoOf(window.startEpochSeconds),
      responseTimeMs: window.valueSeconds * 1000,
      targetMs: window.targetSeconds * 1000,
      missed: window.valueSeconds >= window.targetSeconds,
    })),
    missed,
    forecast: { by, responseTimeMs: valueSeconds * 1000, errorMs: toMs(meanAbsoluteErrorSeconds) },
    statement: openedWords(row.domain, evidence),
  }
}

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
