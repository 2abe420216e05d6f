import type { Hotspot } from '@steelyard/contract'
import type { HotspotEvidence } from '@steelyard/loop'
import { type HotspotFigures, words } from '@steelyard/words'
import { isoOf } from '../../epoch.ts'
import type { HotspotModel } from '../../generated/prisma/models.ts'
import { msOf, toMs } from '../../milliseconds.ts'
import { hotspotEvidence } from './stored-evidence.ts'

type HotspotRow = HotspotModel & { host: { name: string } }

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
      responseTimeMs: msOf(window.valueSeconds),
      targetMs: msOf(window.targetSeconds),
      missed: window.valueSeconds >= window.targetSeconds,
    })),
    missed,
    forecast: { by, responseTimeMs: msOf(valueSeconds), errorMs: toMs(meanAbsoluteErrorSeconds) },
    statement: words.loop.hotspotOpened(hotspotFigures(row.domain, evidence)),
  }
}

/** What the words about a hotspot rest on. */
export function hotspotFigures(
  domain: string,
  { windows, missed, targetSeconds, forecast }: HotspotEvidence,
): HotspotFigures {
  return {
    domain,
    targetSeconds,
    missed,
    minutes: windows.length,
    forecastSeconds: forecast.valueSeconds,
  }
}
